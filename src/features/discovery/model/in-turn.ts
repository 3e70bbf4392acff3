/** Returns one of each list in turn, without duplicates (by id), until there are `size`. */
export function inTurn<T extends { readonly id: string }>(lists: readonly (readonly T[])[], size: number): T[] {
  const taken = new Map<string, T>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1)
    for (const list of lists) {
      const one = list[at];
      if (one && !taken.has(one.id) && taken.size < size) taken.set(one.id, one);
    }
  return [...taken.values()];
}

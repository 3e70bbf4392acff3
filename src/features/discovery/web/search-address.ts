/** What was looked for, as it stands in the address. */
export type Wish = Readonly<Record<string, string>>;

/** What of it narrows the list. */
export const FILTERS = ['mode', 'category', 'language'] as const;

export function filtersOn(wish: Wish) {
  return FILTERS.filter((name) => name in wish);
}

export function searchPath(wish: Wish): string {
  const query = new URLSearchParams(wish).toString();
  return query === '' ? '/search_result' : `/search_result?${query}`;
}

/** The same without these; and from its first page. */
export function without(wish: Wish, ...names: readonly string[]): Wish {
  return Object.fromEntries(Object.entries(wish).filter(([name]) => name !== 'cursor' && !names.includes(name)));
}

/** Reads a kept text (`useKept`). Throws for anything else. */
export function keptText(given: unknown): string {
  if (typeof given !== 'string') throw new TypeError('No text was kept');
  return given;
}

/** Reads kept texts by name; `initial` names them. Throws for anything else. */
export function keptTexts<K extends string>(
  initial: Readonly<Record<K, string>>,
): (given: unknown) => Record<K, string> {
  return (given) => {
    const entries = new Map<string, unknown>(Object.entries(given ?? {}));
    const texts: Record<K, string> = { ...initial };
    for (const name in initial) texts[name] = keptText(entries.get(name));
    return texts;
  };
}

/** Parses a text kept by `useKept`. Throws for any other value. */
export function keptText(given: unknown): string {
  if (typeof given !== 'string') throw new TypeError('Not a string');
  return given;
}

/** Parses kept texts by name. `initial` has the names. Throws if one is missing or not a string. */
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

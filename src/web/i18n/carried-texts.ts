/** Reads the messages in `data-texts` of this element, in the order of `keys`, for a plain script. */
export function carriedTexts<K extends string>(element: HTMLElement, keys: readonly K[]): Readonly<Record<K, string>> {
  const texts: string[] = JSON.parse(element.dataset.texts ?? '[]');
  const byKey: Record<string, string> = Object.fromEntries(keys.map((key, i) => [key, texts[i] ?? '']));
  return byKey as Record<K, string>;
}

import { KEYS, readItem } from './storage.ts';

/** The languages that the reader reads, the most wanted first. Empty if they haven’t said. */
export function languagesRead(): string[] {
  try {
    const list: unknown = JSON.parse(readItem(KEYS.languagesRead) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => /^[a-z]{2}$/.test(entry)) : [];
  } catch {
    return [];
  }
}

/**
 * The languages that a search begun in the box is limited to. None, unless the reader has said which they read, or has
 * pressed the chip with the languages on the page of results. Removing it there counts for later searches, too.
 */
export function languagesToSearch(): string[] {
  const own = languagesRead();
  const isOn = readItem(KEYS.searchesLanguages);
  if (isOn === 'no' || (isOn === null && own.length === 0)) return [];
  return own.length > 0 ? own : [document.documentElement.lang.slice(0, 2)];
}

/** Puts the reader’s own languages on the chip that offers to show only them (`search-filters.tsx`). */
export function showLanguagesRead(): void {
  const chip = document.querySelector<HTMLAnchorElement>('a[data-languages]');
  const own = languagesRead();
  if (!chip || own.length === 0) return;
  const url = new URL(chip.href);
  url.searchParams.set('language', own.join());
  chip.href = url.href;
  const names = own.map((language) => document.querySelector(`option[value=${language}]`)?.textContent);
  chip.querySelector('[lang]')!.textContent = names.join(', ');
}

import { languagesRead } from './languages-read.ts';
import { KEYS, readItem } from './storage.ts';

/**
 * Returns the languages that a search from the box is limited to. None, unless the reader has chosen which they read, or
 * has pressed the chip with the languages on the page of results. Removing it there affects later searches, too.
 */
export function languagesToSearch(): readonly string[] {
  const own = languagesRead();
  const isOn = readItem(KEYS.searchesLanguages);
  if (isOn === 'no' || (isOn === null && own.length === 0)) return [];
  return own.length > 0 ? own : [document.documentElement.lang.slice(0, 2)];
}

/** Puts the reader’s own languages on the chip that offers to show only them (`search-filters.tsx`). */
export function showSearchLanguages(): void {
  const chip = document.querySelector<HTMLAnchorElement>('a[data-language-chip]');
  const own = languagesRead();
  if (!chip || own.length === 0) return;
  const url = new URL(chip.href);
  url.searchParams.set('language', own.join());
  chip.href = url.href;
  const names = own.map((language) => document.querySelector(`option[value=${language}]`)!.textContent);
  const { lang } = document.documentElement;
  chip.querySelector('[lang]')!.textContent = new Intl.ListFormat(lang, { style: 'narrow' }).format(names);
}

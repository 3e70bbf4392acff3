import { type Language, languagesIn } from '#core/languages.ts';
import { REPLACED } from './replaced.ts';
import { KEYS, readItem, writeItem } from './storage.ts';

/** Returns the languages that were chosen on this device, the most wanted first. Empty if none were. */
export function languagesRead(): Language[] {
  try {
    return languagesIn(JSON.parse(readItem(KEYS.languagesRead) ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the languages on this device, and shows this page’s lists for them. */
export function keepLanguagesRead(languages: readonly Language[]): void {
  writeItem(KEYS.languagesRead, JSON.stringify(languages));
  showLanguagesRead();
}

/**
 * Returns the chosen languages as they are in the query of a URL (`readLanguages`). Unchecked, which keeps the inline
 * script small.
 */
function chosen(): string {
  try {
    // Throws if it isn’t a list.
    const [first, ...others] = JSON.parse(readItem(KEYS.languagesRead) ?? '').flat();
    return [first, ...others.sort()].join('.');
  } catch {
    return '';
  }
}

/** The languages that lists are being fetched for, or couldn’t be. */
let asked = '';

/**
 * Shows the lists of this page that depend on the languages that the reader reads (`data-languages`). The cached page has
 * those for its own language. For other choices they come from the same page at another URL, which is requested before
 * anything else has loaded, and they are hidden until then. If that fails, the page stays as it is.
 */
export function showLanguagesRead(): void {
  const { dataset, lang } = document.documentElement;
  if (dataset.page !== 'home') return;
  const parts = () => document.querySelectorAll<HTMLElement>('[data-languages]');
  const own = lang.slice(0, 2);
  const wanted = chosen() || own;
  if (wanted === (parts()[0]?.dataset.languages ?? own) || wanted === asked) return;
  asked = wanted;
  dataset.asksLists = '';
  const url = new URL(location.href);
  url.searchParams.set('languages', wanted);
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.responseType = 'document';
  request.timeout = 8000;
  const show = () => {
    // Another choice may have been made since.
    if (asked !== wanted) return;
    delete dataset.asksLists;
    for (const part of parts()) {
      const fresh = request.responseXML?.getElementById(part.id);
      if (fresh?.dataset.languages !== wanted) continue;
      part.replaceWith(fresh);
      asked = '';
    }
    if (asked === '') dispatchEvent(new Event(REPLACED));
  };
  request.onloadend = () => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  };
  request.send();
}

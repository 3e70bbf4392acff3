import { baseLanguage, type Language, languagesIn, writeLanguages } from '#core/languages.ts';
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

/** The languages that lists are being fetched for. */
let asked = '';

/**
 * Shows the lists of this page that depend on the languages that the reader reads (`data-languages`). The cached page has
 * those for its own language. For other choices they come from the same page at another URL, which is requested before
 * anything else has loaded, and they are hidden until then. If that fails, the page stays as it is.
 */
export function showLanguagesRead(): void {
  const { dataset, lang } = document.documentElement;
  if (dataset.page !== 'home') return;
  const own = baseLanguage(lang) ?? '';
  const wanted = writeLanguages(languagesRead()) || own;
  const shown = document.querySelector<HTMLElement>('[data-languages]')?.dataset.languages;
  if (wanted === (shown ?? own) || wanted === asked) return;
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
    asked = '';
    delete dataset.asksLists;
    const found = [...document.querySelectorAll('[data-languages]')].flatMap((part) => {
      const fresh = request.responseXML?.getElementById(part.id);
      return fresh ? [{ part, fresh }] : [];
    });
    for (const { part, fresh } of found) part.replaceWith(fresh);
    // It calls this function again, so not after a failure.
    if (found.length > 0) dispatchEvent(new Event(REPLACED));
  };
  request.onloadend = () => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  };
  request.send();
}

import { baseLanguage, type Language } from '#core/languages.ts';
import { KEYS, readItem } from '../boot/storage.ts';

/**
 * Sets the language of pages to that of the member who logs in, unless a language was chosen in this browser. Only the
 * cookie is set, which the server reads: a choice is stored in this browser, too. Returns true if this page is in
 * another language, and would be in the member’s if it were loaded again.
 */
export function applyAccountLanguage(language: Language): boolean {
  if (readItem(KEYS.language) !== null) return false;
  setCookie(`${language}; max-age=31536000`);
  const isNamed = new URLSearchParams(location.search).has('t');
  // Cookies may be refused.
  const isSet = document.cookie.includes(`skein_language=${language}`);
  return isSet && !isNamed && baseLanguage(document.documentElement.lang) !== language;
}

/** Removes what `applyAccountLanguage` set: another member may use this browser next. */
export function forgetAccountLanguage(): void {
  if (readItem(KEYS.language) === null) setCookie('; max-age=0');
}

function setCookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we support
  document.cookie = `skein_language=${value}; path=/; samesite=lax`;
}

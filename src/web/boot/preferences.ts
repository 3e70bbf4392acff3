import { showMemberHead } from './member-head.ts';
import { reserveNeeds } from './needs.ts';
import { markMember } from './signed-in.ts';
import { KEYS, readItem, writeItem } from './storage.ts';

/**
 * What only the browser knows before the first paint, as attributes of <html>. The cached page contains all variants,
 * and the style sheet shows the right one. So nothing flickers, and no React is needed.
 */
const root = document.documentElement;

export const READER_DEFAULTS = { bg: 'default', size: 'medium', line: 'normal' };
export type ReaderSetting = keyof typeof READER_DEFAULTS;
const READER_ATTRIBUTES: Record<ReaderSetting, string> = { bg: 'readerBg', size: 'size', line: 'line' };

export function readerSettings(): Record<ReaderSetting, string> {
  try {
    return { ...READER_DEFAULTS, ...JSON.parse(readItem(KEYS.readerSettings) ?? '{}') };
  } catch {
    return READER_DEFAULTS;
  }
}

export function setReaderSetting(name: ReaderSetting, value: string): void {
  writeItem(KEYS.readerSettings, JSON.stringify({ ...readerSettings(), [name]: value }));
  root.dataset[READER_ATTRIBUTES[name]] = value;
}

/** Checks the selected options of the reader settings, if the page has them. */
export function checkReaderControls(): void {
  for (const [name, value] of Object.entries(readerSettings())) {
    const control = document.querySelector<HTMLInputElement>(`input[name="reader-${name}"][value="${value}"]`);
    if (control) control.checked = true;
  }
}

export function isDark(): boolean {
  return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export function setDark(dark: boolean): void {
  root.dataset.theme = dark ? 'dark' : 'light';
  writeItem(KEYS.darkMode, String(dark));
}

/** Stores the chosen language in this browser, and loads the page in it. */
export function keepLanguage(language: string): void {
  writeItem(KEYS.language, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we support
  document.cookie = `skein_language=${language}; path=/; max-age=31536000; samesite=lax`;
  const url = new URL(location.href);
  // Reading the cookie waits until it is written. Otherwise Chromium may send the next request first. If cookies are
  // refused, the URL contains the language.
  if (document.cookie.includes(`skein_language=${language}`)) url.searchParams.delete('t');
  else url.searchParams.set('t', language);
  if (url.href === location.href) location.reload();
  else location.href = url.href;
}

/** Stores the choice about cookies. */
export function setConsent(choice: string): void {
  writeItem(KEYS.cookieConsent, choice);
  root.dataset.consent = choice;
  askConsent(false);
}

/**
 * Shows or hides the cookie bar. The previous choice applies until another one is made. Moves the focus into the bar,
 * and back to the button that opened it.
 */
export function askConsent(asks: boolean): void {
  const wasAsked = 'asksConsent' in root.dataset;
  if (asks) root.dataset.asksConsent = '';
  else delete root.dataset.asksConsent;
  const place = asks ? '.until-consent' : wasAsked && '[data-act="cookies"][data-value="ask"]';
  if (place) document.querySelector<HTMLElement>(place)?.focus();
}

export function dismiss(what: string): void {
  const key = what === 'intro' ? KEYS.introDismissed : KEYS.mobileNoticeDismissed;
  writeItem(key, 'true');
  root.dataset[what === 'intro' ? 'noIntro' : 'noNotice'] = '';
}

/**
 * Runs before the first paint, and again when the page is restored from the back/forward cache. The second run also
 * removes the attributes for the member and their reading list if the stored values are gone.
 */
export function applyPreferences(): void {
  const dark = readItem(KEYS.darkMode);
  if (dark) root.dataset.theme = dark === 'true' ? 'dark' : 'light';
  for (const [name, value] of Object.entries(readerSettings()))
    root.dataset[READER_ATTRIBUTES[name as ReaderSetting]] = value;
  markMember();
  const isMember = root.dataset.member !== undefined;
  if (isMember) showMemberHead();
  reserveNeeds();
  const consent = readItem(KEYS.cookieConsent);
  if (consent) root.dataset.consent = consent;
  if (readItem(KEYS.mobileNoticeDismissed)) root.dataset.noNotice = '';
  if (readItem(KEYS.introDismissed)) root.dataset.noIntro = '';
  if (readItem('member' in root.dataset ? KEYS.memberReading : KEYS.reading)) root.dataset.reading = '';
  else delete root.dataset.reading;
}

import { showMemberHead } from './member-head.ts';
import { reserveNeeds } from './needs.ts';
import { markMember } from './signed-in.ts';
import { KEYS, readItem, writeItem } from './storage.ts';

/**
 * What only the browser knows before the first paint, as attributes of <html>. The cached page contains all variants,
 * and the style sheet shows the right one. So nothing flickers, and no React is needed.
 */
const root = document.documentElement;

/** The reader settings (spec §3), with the values that apply until others are chosen. */
export const READER_DEFAULTS = {
  background: 'default',
  fontSize: 'medium',
  lineSpacing: 'normal',
  face: 'serif',
  singleKeys: 'on',
  /** Whether a tap on a translated paragraph shows its original. */
  original: 'off',
  /** Whether a translation comes before the original beside it. */
  translationFirst: 'off',
};
type ReaderSetting = keyof typeof READER_DEFAULTS;

/** The attribute of <html> for each setting, in `dataset`. */
const ATTRIBUTES: Record<ReaderSetting, string> = {
  background: 'readerBg',
  fontSize: 'size',
  lineSpacing: 'line',
  face: 'face',
  singleKeys: 'keys',
  original: 'byTap',
  translationFirst: 'translationFirst',
};
/** Names that settings were stored by in the past. */
const EARLIER: Partial<Record<string, string>> = { background: 'bg', fontSize: 'size', lineSpacing: 'line' };

export function readerSettings(): Record<ReaderSetting, string> {
  try {
    const stored = JSON.parse(readItem(KEYS.readerSettings) ?? '{}');
    const entries = Object.entries(READER_DEFAULTS).map(([name, initial]) => [
      name,
      stored[name] ?? stored[EARLIER[name] ?? ''] ?? initial,
    ]);
    return Object.fromEntries(entries);
  } catch {
    return READER_DEFAULTS;
  }
}

export function setReaderSetting(name: ReaderSetting, value: string): void {
  writeItem(KEYS.readerSettings, JSON.stringify({ ...readerSettings(), [name]: value }));
  root.dataset[ATTRIBUTES[name]] = value;
}

/** Checks the selected options of the reader settings, if the page has them. */
export function checkReaderControls(): void {
  for (const [name, value] of Object.entries({ ...readerSettings(), theme: isDark() ? 'dark' : 'light' }))
    for (const control of document.querySelectorAll<HTMLInputElement>(`input[name="reader-${name}"]`))
      control.checked = control.value === value;
}

/** Applies the changed control of the reader settings, which is a group of radio buttons or a checkbox. */
export function changeReaderSetting({ name, type, checked, value }: HTMLInputElement): void {
  const [, setting] = /^reader-(\w+)/.exec(name) ?? [];
  if (setting === 'theme') setDark(value === 'dark');
  else if (setting) setReaderSetting(setting as ReaderSetting, type === 'checkbox' && !checked ? 'off' : value);
}

export function isDark(): boolean {
  return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export function setDark(dark: boolean): void {
  root.dataset.theme = dark ? 'dark' : 'light';
  writeItem(KEYS.darkMode, String(dark));
  checkReaderControls();
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
  for (const [name, value] of Object.entries(readerSettings())) root.dataset[ATTRIBUTES[name as ReaderSetting]] = value;
  markMember();
  const isMember = root.dataset.member !== undefined;
  if (isMember) showMemberHead();
  reserveNeeds();
  const consent = readItem(KEYS.cookieConsent);
  if (consent) root.dataset.consent = consent;
  if (readItem(KEYS.mobileNoticeDismissed)) root.dataset.noNotice = '';
  if (readItem(KEYS.introDismissed)) root.dataset.noIntro = '';
  const reading = readItem(isMember ? KEYS.memberReading : KEYS.reading);
  if (reading) root.dataset.reading = isMember ? reading : '';
  else delete root.dataset.reading;
}

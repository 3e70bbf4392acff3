/**
 * Keys of what every page stores in the browser (spec §3). What only one feature stores has its key there. Some browsers
 * block storage. Then nothing is stored, and everything else still works.
 */
export const KEYS = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'language',
  /** Codes of the languages that the reader reads, the most wanted first, as JSON. */
  languagesRead: 'languagesRead',
  searchHistory: 'searchHistory',
  /** Whether searches are limited to these languages: `yes` or `no`. */
  searchesLanguages: 'searchesLanguages',
  cookieConsent: 'cookieConsent',
  mobileNoticeDismissed: 'mobileNoticeDismissed',
  introDismissed: 'introDismissed',
  darkMode: 'darkMode',
  readerSettings: 'readerSettings',
  reading: 'reading',
  /** Scroll positions in chapters. */
  scrollPositions: 'spots',
  /** Set while a member has something to continue, so that space for it is reserved from the first paint. */
  memberReading: 'memberReading',
  /** Id of the member and the number of rows in “Needs you”, so that their space is reserved from the first paint. */
  needs: 'needs',
  /** Words that a visitor has begun to write. */
  begunWords: 'begunWords',
  /** Members who have been logged in in this browser, with the time when each first was. */
  membersHere: 'membersHere',
  /** Replaced when a session ends in this browser. Data stored under an earlier mark is ignored. */
  sessionMark: 'sessionMark',
} as const;

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns false if storage is full or blocked. */
export function writeItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // The choice applies to this page only.
    return false;
  }
}

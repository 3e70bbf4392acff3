/**
 * Keys of what the site stores in the browser (spec §3). Some browsers block storage. Then nothing is stored, and
 * everything else still works.
 */
export const KEYS = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'language',
  resetRequestedAt: 'resetRequestedAt',
  searchHistory: 'searchHistory',
  cookieConsent: 'cookieConsent',
  mobileNoticeDismissed: 'mobileNoticeDismissed',
  introDismissed: 'introDismissed',
  /** The generated username that a member has chosen to keep. */
  nameKept: 'nameKept',
  darkMode: 'darkMode',
  readerSettings: 'readerSettings',
  reading: 'reading',
  /** Scroll positions in chapters. */
  scrollPositions: 'spots',
  /** Ballot entries that were opened in this browser, until they are saved to the member’s account. */
  openedEntries: 'openedEntries',
  /** Set while a member has something to continue, so that space for it is reserved from the first paint. */
  memberReading: 'memberReading',
  /** Replaced when a session ends in this browser. Data stored under an earlier mark is ignored. */
  sessionMark: 'sessionMark',
  /** `off` if single-key shortcuts are disabled on the moderation page. */
  singleKeys: 'singleKeys',
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

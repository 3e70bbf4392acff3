/**
 * What the browser keeps for the site (spec §3). Some browsers refuse storage altogether; then nothing is kept and
 * everything still works.
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
  /** The name of their sign-up that a member has said they keep. */
  nameKept: 'nameKept',
  darkMode: 'darkMode',
  readerSettings: 'readerSettings',
  reading: 'reading',
  /** Where in their texts the chapters were left. */
  scrollPositions: 'spots',
  /** The entries of votes that were opened here, until a member's account knows of them. */
  openedEntries: 'openedEntries',
  /** Set while a member has something to continue, so that its place is kept from the first paint. */
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

/** False when the browser refuses. */
export function writeItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // Full or refused: the choice holds for this page.
    return false;
  }
}

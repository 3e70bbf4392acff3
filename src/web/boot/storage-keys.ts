// Keys of what every page stores in the browser (spec §3). What only one feature stores has its key there. Imported as
// `KEYS` (`storage.ts`). Each is a constant, so that the inline script contains only those that it uses.

export const accessToken = 'accessToken';
export const refreshToken = 'refreshToken';
export const language = 'language';
/** Codes of the languages that the reader reads, the most wanted first, as JSON. */
export const languagesRead = 'languagesRead';
export const searchHistory = 'searchHistory';
/** Whether searches are limited to these languages: `yes` or `no`. */
export const searchesLanguages = 'searchesLanguages';
export const cookieConsent = 'cookieConsent';
export const mobileNoticeDismissed = 'mobileNoticeDismissed';
export const introDismissed = 'introDismissed';
export const darkMode = 'darkMode';
export const readerSettings = 'readerSettings';
export const reading = 'reading';
/** Scroll positions in chapters. */
export const scrollPositions = 'spots';
/** How many stories a member has to continue, if any, so that their space is reserved from the first paint. */
export const memberReading = 'memberReading';
/**
 * Id of the member and the number of rows in “Needs you”, so that their space is reserved from the first paint. Absent
 * if the member hasn’t opened the home page on this device.
 */
export const needs = 'needs';
/** Text that a visitor has started to write. */
export const begunWords = 'begunWords';
/** Members who have been logged in in this browser, with the time when each first was. */
export const membersHere = 'membersHere';
/** Replaced when a member logs out in this browser, but not when their session ends in another way. */
export const exited = 'exited';
/** Replaced when a session ends in this browser. Data stored under an earlier mark is ignored. */
export const sessionMark = 'sessionMark';

import { DAY } from '#core/time.ts';

/** Bounds of taking part (product §5, trust.md §6). */
export const REQUEST_NOTE_MAX = 500;
/** An invitation or application that nobody answers ends after so long. */
export const REQUEST_DAYS = 14;
export const REQUEST_KEPT = REQUEST_DAYS * DAY;
/** After a refusal, or after being taken out, one asks again no earlier. */
export const REAPPLY_AFTER = 7 * DAY;
/** Invitations that wait for one member's answer. */
export const INVITATIONS_PER_MEMBER = 5;
export const KEYWORD_MIN = 2;
export const KEYWORD_MAX = 40;
/** Members that a search names at most. */
export const FOUND_MAX = 10;

import { DAY, MINUTE } from '#core/time.ts';

/** Limits of translations (product §7). Lengths in code points, times in milliseconds. */

/** How long a reviewer’s reservation lasts. It can be extended by this once. */
export const LEASE = 30 * MINUTE;
/** Reservations per reviewer, because a reserved translation is blocked for other reviewers. */
export const HELD_MAX = 10;
/** How long before the end of a lease the reviewer is warned. */
export const LEASE_WARNING = 5 * MINUTE;
/** Approved translations into a language that qualify a member as its reviewer, */
export const EARNED_APPROVED = 5;
/** unless one of this many last decisions was a rejection. */
export const EARNED_RECENT = 3;
/** Translations have no limits per story. This is the maximum in any language. */
export const TRANSLATION_CHARACTERS_MAX = 200_000;
/** Paragraphs, with their ids and sources, that fit into one request. */
export const PARAGRAPHS_MAX = 7000;
/** Source parts per paragraph. */
export const SOURCES_MAX = 50;
export const TERM_MAX = 100;
export const TRANSLATION_NOTE_MAX = 200;
export const GLOSSARY_MAX = 500;
/** Open translations per member, over all texts. */
export const OPEN_TRANSLATIONS_MAX = 100;
/** How long a deleted translation can be restored. */
export const DELETED_TRANSLATION_KEPT = 30 * DAY;
/** Chapters per request of `titles` and `chapters`. */
export const CHAPTERS_ASKED = 50;
/** Translators named on the page of a story. */
export const TRANSLATORS_SHOWN = 10;

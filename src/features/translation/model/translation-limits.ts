import { DAY, MINUTE } from '#core/time.ts';

/** Rules of translations (product §7). Lengths in code points, times in milliseconds. */

/** Whoever opens a translation to review it has it for so long; going on prolongs that once. */
export const LEASE = 30 * MINUTE;
/** So many one reviewer may have at once: what somebody holds nobody else can read. */
export const HELD_MAX = 10;
/** From then on the reviewer is told that the time runs out. */
export const LEASE_WARNING = 5 * MINUTE;
/** So many approved translations into a language make a reviewer of it, */
export const EARNED_APPROVED = 5;
/** as long as none of the last so many decisions was a rejection. */
export const EARNED_RECENT = 3;
/** A translation is free of the story's bounds; no text is longer than this, whatever language it is in. */
export const TRANSLATION_CHARACTERS_MAX = 200_000;
/** With their ids and names they fit into one call. */
export const PARAGRAPHS_MAX = 7000;
/** Source parts that one paragraph may render. */
export const SOURCES_MAX = 50;
export const TERM_MAX = 100;
export const TRANSLATION_NOTE_MAX = 200;
export const GLOSSARY_MAX = 500;
/** Translations that one member may have in hand, of all texts. */
export const OPEN_TRANSLATIONS_MAX = 100;
/** A deleted translation can be brought back for so long. */
export const DELETED_TRANSLATION_KEPT = 30 * DAY;
/** Chapters that `titles` and `chapters` are asked for at once. */
export const CHAPTERS_ASKED = 50;
/** Those who translated most of a story are named on its page. */
export const TRANSLATORS_SHOWN = 10;

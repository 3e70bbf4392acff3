import { DAY } from '#core/time.ts';

/** Bounds of stories (spec §5 and §9, product §4). Lengths in code points; a unit is a word or a Han or kana character. */
export const TITLE_MAX = 80;
export const DESCRIPTION_MAX = 500;
export const CATEGORIES_MIN = 1;
export const CATEGORIES_MAX = 3;

/** Bounds of any chapter. A story sets its own bounds within these. */
export const UNITS_FLOOR = 50;
export const UNITS_CEILING = 20_000;
/** How long a deleted story can be restored, in ms. */
export const DELETED_KEPT = 30 * DAY;
/** Maximum number of drafts per member, so that no one fills the site with abandoned drafts. */
export const DRAFTS_PER_MEMBER = 100;

import { DAY, MINUTE } from '#core/time.ts';

/** Bounds of chapters (spec §5 and §9, product §4). Lengths in code points, times in milliseconds. */
export const CHAPTER_TITLE_MAX = 100;
export const SUMMARY_MAX = 500;
/** The choice that readers click to get to a chapter of a tree. */
export const CHOICE_MAX = 80;
export const CHARACTERS_MAX = 120_000;
export const BLOCKS_MAX = 6000;
export const LINK_MAX = 500;
/** The newest revisions are all kept. Older ones are kept if they were submitted or are the last of their day (UTC). */
export const REVISIONS_KEPT = 20;
/** Maximum number of drafts of one member in one story. */
export const DRAFTS_PER_STORY = 100;
/** A save becomes a revision if the last one is older than this, or if the length changed by this many units. */
export const REVISION_PAUSE = 5 * MINUTE;
export const REVISION_UNITS = 40;
/** How long a deleted draft can be restored. */
export const DELETED_DRAFT_KEPT = 30 * DAY;

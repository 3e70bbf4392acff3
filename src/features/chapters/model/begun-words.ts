import { DAY } from '#core/time.ts';

/** How much visitors can write before they have an account, and how long their browser keeps it. */
export const BEGUN_UNITS_MAX = 50;
export const BEGUN_KEPT = 7 * DAY;

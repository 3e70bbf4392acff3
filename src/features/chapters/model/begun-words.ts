import { DAY } from '#core/time.ts';

/** What a visitor can write before they have an account (next to a free place in a tree). It stays in the browser. */
export const BEGUN_UNITS_MAX = 50;
export const BEGUN_KEPT = 7 * DAY;

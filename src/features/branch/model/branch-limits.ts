import { HOUR } from '#core/time.ts';

/** Limits of a branching story (product §5). Times in milliseconds. */

/** Continuations of one chapter. */
export const WAYS_MAX = 8;
/** Chapters of the longest path. */
export const DEPTH_MAX = 250;
/** How long “Write from here” keeps the reservation. */
export const RESERVATION_KEPT = 48 * HOUR;
/** Reservations that a member can hold in one story. Another one releases the oldest. */
export const RESERVATIONS_PER_MEMBER = 3;
/** Chapters that are sent for the map and the outline. */
export const TREE_SHOWN = 5000;

import { HOUR } from '#core/time.ts';

/** Bounds of a branching story (product §5). Times in milliseconds. */

/** Ways on from one chapter. */
export const WAYS_MAX = 8;
/** Chapters of the longest path. */
export const DEPTH_MAX = 250;
/** "Write from here" keeps the reservation for so long. */
export const SPOT_KEPT = 48 * HOUR;
/** Reservations that one member may hold in a story at a time; one more gives up the oldest. */
export const RESERVATIONS_PER_MEMBER = 3;
/** Chapters that are sent for the map and the outline. */
export const TREE_SHOWN = 5000;

/** For recent popularity, readers count for 14 days, with half the weight after 7 (product §9). */
export const WINDOW_DAYS = 14;
export const HALF_LIFE_DAYS = 7;

/**
 * Voters have read the entries: each vote of a round counts as this many readers on the day the round was completed.
 */
export const READERS_PER_VOTE = 1;
/**
 * A translation brings a story new readers: each translated text counts as this many readers on the day it was
 * published.
 */
export const READERS_PER_TRANSLATION = 5;

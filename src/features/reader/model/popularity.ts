/** Readers count for recent popularity for 14 days, with half the weight after 7 (product §9). */
export const WINDOW_DAYS = 14;
export const HALF_LIFE_DAYS = 7;

/** Who votes has read the entries: each vote of a round counts as so many readers of the day on which it was completed. */
export const READERS_PER_VOTE = 1;
/** A story comes to new readers with a translation: each text counts as so many readers of the day it was published on. */
export const READERS_PER_TRANSLATION = 5;

/** Reading counts as an interaction with a story for this many days. */
export const READING_DAYS = 90;

/** The number of thanks that an author sees is counted up to this one. */
export const COUNT_MAX = 100;

/**
 * The colors of threads. A writing mode has one of them. Their order is part of the sequence of random numbers of the
 * recorded covers, so adding one changes the threads of covers that are drawn from then on.
 */
export const DYES = ['madder', 'weld', 'verdigris', 'logwood', 'indigo', 'rose', 'walnut', 'iron'] as const;
export type Dye = (typeof DYES)[number];

import type { Meant } from './compare.ts';

/** Differences that are wanted. One that is not found any more is an error: remove it. */
export const MEANT: readonly Meant[] = [];

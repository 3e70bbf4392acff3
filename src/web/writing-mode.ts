/**
 * What a writing mode shows on pages. It is part of the web face of its feature (`feature.ts`). The features that ask modes
 * for something add it here by declaration merging.
 */
export interface WebMode {}

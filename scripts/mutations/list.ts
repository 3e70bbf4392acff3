import type { Mutation } from '../../tools/mutations.ts';
import { CLAIMED_IN_VAIN } from './claimed-in-vain.ts';
import { DRAWN } from './drawn.ts';

/** All lines that are broken. */
export const MUTATIONS: readonly Mutation[] = [...CLAIMED_IN_VAIN, ...DRAWN];

/** Of the lines that were not claimed in vain, this seed draws so many (`drawn.ts`). */
export const DRAWN_SEED = '2026-11-27';
export const DRAWN_COUNT = 40;

import type { Decision } from '#core/decision.ts';

/**
 * Why a member can’t start, keep or submit a chapter. The contract declares these codes, and the chapter editor says
 * for each one what happens to the text, so a mode that refuses with another code doesn’t compile.
 */
export const WRITE_REFUSALS = [
  'story_not_found',
  'chapter_not_found',
  'forbidden',
  'wrong_state',
  'not_your_turn',
  'only_by_rounds',
  'no_continuation_left',
  'path_too_deep',
] as const;
export type WriteRefusal = (typeof WRITE_REFUSALS)[number];

/** Whether a member can write somewhere. */
export type WriteDecision = Decision<WriteRefusal>;

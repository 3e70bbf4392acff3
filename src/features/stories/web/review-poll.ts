import { SECOND } from '#core/time.ts';
import type { ReviewState } from '#features/moderation/model/review-status.ts';

const FIRST_PAUSE = 1.5 * SECOND;
const LONGEST_PAUSE = 10 * SECOND;
const PERSON_PAUSE = 30 * SECOND;
const GROWTH = 1.25;

/**
 * How long to wait before asking again where what still waits for its review stands, in ms: 1.5 s at first and a little
 * longer each time; a person takes hours, so then seldom. A review that is decided already has just been: what it lets
 * out was read a moment before, and is asked for again as soon.
 */
export function reviewPause(state: ReviewState | undefined, asked: number): number {
  if (state === 'manual') return PERSON_PAUSE;
  return Math.min(LONGEST_PAUSE, Math.round(FIRST_PAUSE * GROWTH ** Math.max(0, asked - 1)));
}

import { SECOND } from '#core/time.ts';
import type { ReviewState } from '#features/moderation/model/review-status.ts';

const FIRST_PAUSE = 1.5 * SECOND;
const LONGEST_PAUSE = 10 * SECOND;
const PERSON_PAUSE = 30 * SECOND;
const GROWTH = 1.25;

/**
 * Delay before polling the status of a review again, in ms. Starts at 1.5 s and grows; a moderator review takes hours,
 * so it is polled seldom. If the review is already decided, the published story was loaded a moment before the decision
 * and must be loaded again soon.
 */
export function reviewPause(state: ReviewState | undefined, asked: number): number {
  if (state === 'manual') return PERSON_PAUSE;
  return Math.min(LONGEST_PAUSE, Math.round(FIRST_PAUSE * GROWTH ** Math.max(0, asked - 1)));
}

import { expect, it } from 'vitest';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { reviewPause } from './review-poll.ts';

it('polls soon, then with growing delays of at most 10 seconds', () => {
  const pauses = Array.from({ length: 20 }, (_, i) => reviewPause('automatic', i + 1));
  expect(pauses[0]).toBe(1500);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(10_000);
  // The pre-review takes 20 s at most. By then there were more than 5 polls.
  const waited = pauses.map((_, i) => pauses.slice(0, i + 1).reduce((sum, pause) => sum + pause, 0));
  expect(waited.filter((ms) => ms <= 20_000).length).toBeGreaterThan(5);
});

it('polls seldom during a moderator review', () => {
  expect(reviewPause('manual', 1)).toBe(30_000);
});

it('polls again if the review was decided between the two requests of one poll', () => {
  for (const state of [...REVIEW_STATES.filter((state) => state !== 'manual'), undefined])
    expect(reviewPause(state, 1)).toBe(1500);
});

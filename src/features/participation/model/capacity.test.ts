import { expect, it } from 'vitest';
import { openSpots } from './capacity.ts';

const story = { joinPolicy: 'applications', participantLimit: 6, participantCount: 5, progress: 'ongoing' } as const;

it('counts the open spots, down to zero', () => {
  expect(openSpots(story)).toBe(1);
  expect(openSpots({ ...story, joinPolicy: 'open', progress: 'paused', participantCount: 1 })).toBe(5);
  expect(openSpots({ ...story, participantCount: 6 })).toBe(0);
  // The limit was lowered later.
  expect(openSpots({ ...story, participantCount: 7 })).toBe(0);
});

it('has no limit if any number can write', () => {
  expect(openSpots({ ...story, joinPolicy: 'open', participantLimit: null })).toBe(Number.POSITIVE_INFINITY);
});

it('is zero if no one can join or apply', () => {
  expect(openSpots({ ...story, joinPolicy: 'invite_only' })).toBe(0);
  expect(openSpots({ ...story, progress: 'ended' })).toBe(0);
});

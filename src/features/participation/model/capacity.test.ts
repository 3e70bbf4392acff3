import { expect, it } from 'vitest';
import { openSpots } from './capacity.ts';

const story = { joining: 'applications', participantLimit: 6, participantCount: 5, progress: 'ongoing' } as const;

it('counts the places that are left, down to none', () => {
  expect(openSpots(story)).toBe(1);
  expect(openSpots({ ...story, joining: 'open', progress: 'paused', participantCount: 1 })).toBe(5);
  expect(openSpots({ ...story, participantCount: 6 })).toBe(0);
  // The limit was set lower afterwards.
  expect(openSpots({ ...story, participantCount: 7 })).toBe(0);
});

it('knows no end where any number may write', () => {
  expect(openSpots({ ...story, joining: 'open', participantLimit: null })).toBe(Number.POSITIVE_INFINITY);
});

it('is none where nobody comes in by themselves', () => {
  expect(openSpots({ ...story, joining: 'invite_only' })).toBe(0);
  expect(openSpots({ ...story, progress: 'ended' })).toBe(0);
});

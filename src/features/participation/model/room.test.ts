import { expect, it } from 'vitest';
import { roomLeft } from './room.ts';

const story = { joining: 'applications', participantLimit: 6, participantCount: 5, progress: 'ongoing' } as const;

it('counts the places that are left, down to none', () => {
  expect(roomLeft(story)).toBe(1);
  expect(roomLeft({ ...story, joining: 'open', progress: 'paused', participantCount: 1 })).toBe(5);
  expect(roomLeft({ ...story, participantCount: 6 })).toBe(0);
  // The limit was set lower afterwards.
  expect(roomLeft({ ...story, participantCount: 7 })).toBe(0);
});

it('knows no end where any number may write', () => {
  expect(roomLeft({ ...story, joining: 'open', participantLimit: null })).toBe(Number.POSITIVE_INFINITY);
});

it('is none where nobody comes in by themselves', () => {
  expect(roomLeft({ ...story, joining: 'invite_only' })).toBe(0);
  expect(roomLeft({ ...story, progress: 'ended' })).toBe(0);
});

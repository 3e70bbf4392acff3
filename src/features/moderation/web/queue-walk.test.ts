import { describe, expect, it } from 'vitest';
import { readItemKey } from './queue-path.ts';
import { neighbourInQueue, nextToDecide, waitingOf } from './queue-walk.ts';

const free = (key: string) => ({ ...readItemKey(key)!, blocker: null });
const own = (key: string) => ({ ...readItemKey(key)!, blocker: 'own_work' as const });
const at = (key: string | null) => key && readItemKey(key);

describe('moving through the queue', () => {
  const queue = [free('story-1'), own('report-1'), free('story-3')];
  it.each([
    ['story-1', 1, 'report'],
    ['story-3', 1, undefined],
    ['story-3', -1, 'report'],
    ['story-1', -1, undefined],
    ['appeal-1', 1, 'story'],
    ['appeal-1', -1, undefined],
    [null, 1, 'story'],
  ] as const)('goes from %s by %i to %s', (from, step, to) => {
    expect(neighbourInQueue(queue, at(from) || null, step)?.kind).toBe(to);
  });
});

describe('the next entry to decide', () => {
  it.each([
    ['the following', [free('story-1'), free('story-2')], 'story-1', '2'],
    ['not the moderator’s own', [free('story-1'), own('story-2'), free('story-3')], 'story-1', '3'],
    ['the first after the last', [free('story-1'), free('story-2')], 'story-2', '1'],
    ['nothing if this is the only one', [free('story-1')], 'story-1', undefined],
    ['nothing if only the moderator’s own is left', [free('story-1'), own('story-2')], 'story-1', undefined],
    ['the first if this one has left the queue', [free('story-1'), free('story-2')], 'story-9', '1'],
    ['another kind with the same id', [free('story-1'), free('report-1')], 'story-1', '1'],
  ])('is %s', (_, queue, from, to) => {
    expect(nextToDecide(queue, readItemKey(from))?.id).toBe(to);
  });
});

describe('the entry in a URL', () => {
  it.each([
    ['report-12', { kind: 'report', id: '12' }],
    ['rumour-12', null],
    ['report-', null],
    ['report-1x', null],
    ['12', null],
  ])('is read from %s', (key, item) => {
    expect(readItemKey(key)).toEqual(item);
  });
});

it('counts entries, of one kind or all', () => {
  const waiting = { story: 1, chapter: 2, submission: 4, report: 8, appeal: 16, suggestion: 32, feedback: 64 };
  expect([waitingOf(waiting, null), waitingOf(waiting, 'appeal')]).toEqual([127, 16]);
});

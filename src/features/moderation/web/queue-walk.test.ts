import { describe, expect, it } from 'vitest';
import { readItemKey } from './queue-path.ts';
import { neighbourInQueue, nextToDecide, waitingOf } from './queue-walk.ts';

const free = (key: string) => ({ ...readItemKey(key)!, blocker: null });
const own = (key: string) => ({ ...readItemKey(key)!, blocker: 'own_work' as const });
const at = (key: string | null) => key && readItemKey(key);

describe('walking the queue', () => {
  const queue = [free('story-1'), own('report-1'), free('story-3')];
  it.each([
    ['story-1', 1, 'report'],
    ['story-3', 1, undefined],
    ['story-3', -1, 'report'],
    ['story-1', -1, undefined],
    ['appeal-1', 1, 'story'],
    ['appeal-1', -1, undefined],
    [null, 1, 'story'],
  ] as const)('from %s by %i to %s', (from, step, to) => {
    expect(neighbourInQueue(queue, at(from) || null, step)?.kind).toBe(to);
  });
});

describe('what to decide about next', () => {
  it.each([
    ['the following', [free('story-1'), free('story-2')], 'story-1', '2'],
    ['not one’s own', [free('story-1'), own('story-2'), free('story-3')], 'story-1', '3'],
    ['at the end the first', [free('story-1'), free('story-2')], 'story-2', '1'],
    ['nothing but this', [free('story-1')], 'story-1', undefined],
    ['only one’s own', [free('story-1'), own('story-2')], 'story-1', undefined],
    ['after one that has left the queue, the first', [free('story-1'), free('story-2')], 'story-9', '1'],
    ['of another kind with the same number', [free('story-1'), free('report-1')], 'story-1', '1'],
  ])('%s', (_, queue, from, to) => {
    expect(nextToDecide(queue, readItemKey(from))?.id).toBe(to);
  });
});

describe('what an address names', () => {
  it.each([
    ['report-12', { kind: 'report', id: '12' }],
    ['rumour-12', null],
    ['report-', null],
    ['report-1x', null],
    ['12', null],
  ])('%s', (key, item) => {
    expect(readItemKey(key)).toEqual(item);
  });
});

it('counts what waits, of one kind or of all', () => {
  const waiting = { story: 1, chapter: 2, submission: 4, report: 8, appeal: 16, suggestion: 32, feedback: 64 };
  expect([waitingOf(waiting, null), waitingOf(waiting, 'appeal')]).toEqual([127, 16]);
});

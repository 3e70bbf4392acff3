import { describe, expect, it } from 'vitest';
import { neighbour, nextToDecide, waitingOf } from './queue-walk.ts';

const free = (id: string) => ({ id, obstacle: null });
const own = (id: string) => ({ id, obstacle: 'own_work' as const });

describe('walking the queue', () => {
  const queue = [free('1'), own('2'), free('3')];
  it.each([
    ['1', 1, '2'],
    ['3', 1, undefined],
    ['3', -1, '2'],
    ['1', -1, undefined],
    ['gone', 1, '1'],
    ['gone', -1, undefined],
    [null, 1, '1'],
  ] as const)('from %s by %i to %s', (from, step, to) => {
    expect(neighbour(queue, from, step)?.id).toBe(to);
  });
});

describe('what to decide about next', () => {
  it.each([
    ['the following', [free('1'), free('2')], '1', '2'],
    ['not one’s own', [free('1'), own('2'), free('3')], '1', '3'],
    ['at the end the first', [free('1'), free('2')], '2', '1'],
    ['nothing but this', [free('1')], '1', undefined],
    ['only one’s own', [free('1'), own('2')], '1', undefined],
    ['after one that has left the queue, the first', [free('1'), free('2')], '9', '1'],
  ])('%s', (_, queue, from, to) => {
    expect(nextToDecide(queue, from)?.id).toBe(to);
  });
});

it('counts what waits, of one kind or of all', () => {
  const waiting = { story: 1, chapter: 2, submission: 4, oldestAt: null };
  expect([waitingOf(waiting, null), waitingOf(waiting, 'submission')]).toEqual([7, 4]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heard } from './heard.ts';

const SECOND = 1000;
let heard: Heard;
beforeEach(() => {
  vi.useFakeTimers();
  heard = new Heard();
});
afterEach(() => vi.useRealTimers());

const has = (...positions: bigint[]) => positions.filter((position) => heard.has(position));
/** What the waits have resolved with so far. */
async function waits(...positions: bigint[]) {
  const results = positions.map(() => null as boolean | null);
  positions.forEach((position, i) => {
    void heard.wait(position, SECOND).then((isHeard) => {
      results[i] = isHeard;
    });
  });
  await vi.advanceTimersByTimeAsync(0);
  return results;
}

describe('what a process has heard of', () => {
  it('is what was committed when it began to listen, without what was still open', () => {
    heard.start('10:20:12,15');
    expect(has(3n, 10n, 12n, 15n, 19n, 20n, 21n)).toEqual([3n, 10n, 19n]);
    heard.start('20:20:');
    expect(has(3n, 19n, 20n)).toEqual([3n, 19n]);
  });
  it('is each change that was told, also while an earlier transaction is open, and all that have been passed', () => {
    heard.start('10:10:');
    heard.add(13n);
    expect(has(9n, 10n, 12n, 13n, 14n)).toEqual([9n, 13n]);
    heard.pass(13n);
    expect(has(10n, 12n, 13n, 14n)).toEqual([10n, 12n, 13n]);
    heard.pass(11n);
    expect(has(12n)).toEqual([12n]);
  });
  it('is nothing after a lost connection, except what the process itself changes', () => {
    heard.start('10:20:');
    heard.add(30n);
    heard.pass(25n);
    heard.lose();
    expect(has(1n, 24n, 30n)).toEqual([]);
    heard.add(31n);
    expect(has(30n, 31n)).toEqual([31n]);
  });
  it('stays small while a transaction is open for a long time: what was told longest ago is forgotten', () => {
    heard.start('10:10:');
    for (let i = 11n; i <= 60_011n; i += 1n) heard.add(i);
    expect(has(11n, 10_010n, 10_012n, 60_011n)).toEqual([10_012n, 60_011n]);
  });
});

describe('a wait', () => {
  it('ends when the change was told or passed, and right away if it was', async () => {
    heard.start('10:10:');
    expect(await waits(9n)).toEqual([true]);
    const results = await waits(12n, 13n, 14n);
    expect(results).toEqual([null, null, null]);
    heard.add(13n);
    await vi.advanceTimersByTimeAsync(0);
    expect(results).toEqual([null, true, null]);
    heard.pass(14n);
    await vi.advanceTimersByTimeAsync(0);
    expect(results).toEqual([true, true, null]);
    expect(vi.getTimerCount()).toBe(1);
  });
  it('ends in vain after its time, and when the connection is lost', async () => {
    heard.start('10:10:');
    const results = await waits(99_999_999_999_999_999_999n);
    await vi.advanceTimersByTimeAsync(SECOND - 1);
    expect(results).toEqual([null]);
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([false]);
    const lost = await waits(12n);
    heard.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect([...lost, ...(await waits(12n))]).toEqual([false, false]);
    expect(vi.getTimerCount()).toBe(0);
  });
  it('is refused to more than 500 at once', async () => {
    heard.start('10:10:');
    const results = await waits(...Array<bigint>(501).fill(12n));
    expect(results.indexOf(false)).toBe(500);
    heard.add(12n);
    await vi.advanceTimersByTimeAsync(0);
    expect(results.filter((isHeard) => isHeard)).toHaveLength(500);
  });
});

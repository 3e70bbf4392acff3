import { expect, it } from 'vitest';
import { endOfLastRecord, readLogPosition } from '../log-position.ts';
import { Lag } from './lag.ts';

it('reads positions of the log, and nothing else', () => {
  expect(readLogPosition('0/0')).toBe(0n);
  expect(readLogPosition('1/2A')).toBe(2n ** 32n + 42n);
  for (const text of ['', '1', '1/', '/1', '1/2a', '1/2 ', '<7', '123456789/1', 'key tags story:1'])
    expect(readLogPosition(text), text).toBe(null);
});

it('knows where the last record ends if a page of the log begins', () => {
  expect(endOfLastRecord(8192n + 24n)).toBe(8192n);
  expect(endOfLastRecord(8192n * 5n + 40n)).toBe(8192n * 5n);
  expect(endOfLastRecord(8192n)).toBe(8192n);
  expect(endOfLastRecord(8192n + 48n)).toBe(8192n + 48n);
});

it('measures the time since the first thing that the replica lacks, and an idle primary is no lag', () => {
  const lag = new Lag();
  lag.written(1000n, 0);
  lag.replayed(1000n);
  lag.written(1000n, 60_000);
  expect([lag.bytes, lag.milliseconds(60_000)]).toEqual([0, 0]);
  lag.written(1100n, 61_000);
  lag.written(1300n, 62_000);
  expect([lag.bytes, lag.milliseconds(63_000)]).toEqual([300, 2000]);
  lag.replayed(1100n);
  expect([lag.bytes, lag.milliseconds(63_000)]).toEqual([200, 1000]);
  lag.replayed(1400n);
  lag.written(1350n, 64_000);
  expect([lag.bytes, lag.milliseconds(99_000)]).toEqual([0, 0]);
});

it('is no lag if the end of the log is the header of a new page', () => {
  const lag = new Lag();
  lag.replayed(8192n);
  lag.written(8192n + 24n, 0);
  expect([lag.bytes, lag.milliseconds(60_000)]).toEqual([0, 0]);
});

import { expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { LEASE, LEASE_WARNING } from '../../model/translation-limits.ts';
import { leasePhaseOf } from './use-lease.ts';

const GIVEN = Date.parse('2026-11-22T12:00:00Z');
const END = GIVEN + LEASE;

it.each([
  ['when it is granted', GIVEN, 'held'],
  ['before the warning', END - LEASE_WARNING - 1, 'held'],
  ['from the warning on', END - LEASE_WARNING, 'ending'],
  ['in its last millisecond', END - 1, 'ending'],
  ['when it ends', END, 'over'],
  ['long after', END + 60 * MINUTE, 'over'],
])('rates a lease %s', (_when, now, phase) => {
  expect(leasePhaseOf(END, GIVEN, now)).toBe(phase);
});

it('ignores a clock that is ahead, so that a new lease is not taken for expired', () => {
  const ahead = END + MINUTE;
  expect(leasePhaseOf(END, ahead, ahead)).toBe('held');
  expect(leasePhaseOf(END, ahead, ahead + LEASE)).toBe('held');
});

import { describe, expect, it } from 'vitest';
import { matrix } from '#core/machine.ts';
import { ACCOUNT_ACTIONS, ACCOUNT_STATUSES, accountMachine, effectiveStatus } from './account-status.ts';

describe('account status', () => {
  it('allows exactly the transitions of the table', () => {
    const legal = matrix(accountMachine).filter(([, , to]) => to !== null);
    expect(legal).toEqual([
      ['unverified', 'verify', 'active'],
      ['active', 'suspend', 'suspended'],
      ['active', 'ban', 'banned'],
      ['active', 'request_deletion', 'pending_deletion'],
      ['suspended', 'suspend', 'suspended'],
      ['suspended', 'ban', 'banned'],
      ['suspended', 'lift', 'active'],
      ['suspended', 'erase', 'erased'],
      ['banned', 'lift', 'active'],
      ['banned', 'erase', 'erased'],
      ['pending_deletion', 'suspend', 'suspended'],
      ['pending_deletion', 'ban', 'banned'],
      ['pending_deletion', 'cancel_deletion', 'active'],
      ['pending_deletion', 'erase', 'erased'],
    ]);
    expect(matrix(accountMachine)).toHaveLength(ACCOUNT_STATUSES.length * ACCOUNT_ACTIONS.length);
    expect(accountMachine.statuses).toEqual(ACCOUNT_STATUSES);
  });

  const now = new Date('2026-03-01T12:00:00Z');
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  it.each([
    ['suspended', at(1), 'suspended'],
    ['suspended', at(0), 'active'],
    ['suspended', at(-1), 'active'],
    ['banned', null, 'banned'],
    ['banned', at(-1), 'banned'],
    ['active', at(1), 'active'],
    ['unverified', null, 'unverified'],
  ] as const)('is %s until %s: the effective status is %s', (status, suspendedUntil, effective) =>
    expect(effectiveStatus({ status, suspendedUntil }, now)).toBe(effective),
  );
});

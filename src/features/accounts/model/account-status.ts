import { machine } from '#core/machine.ts';

export const ACCOUNT_STATUSES = ['unverified', 'active', 'suspended', 'banned', 'leaving', 'erased'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const ACCOUNT_ACTIONS = ['verify', 'suspend', 'ban', 'lift', 'leave', 'stay', 'erase'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
/** What a moderator does to an account. */
export type RestrictingAction = Extract<AccountAction, 'suspend' | 'ban' | 'lift'>;

/**
 * What can happen to an account (trust §5). A suspension also ends by itself at its date, see `effectiveStatus`. Whoever is
 * restricted and wants to leave stays what they are until they are erased; `leaving_at` tells.
 */
export const accountMachine = machine<AccountStatus, AccountAction>(ACCOUNT_ACTIONS, {
  unverified: { verify: 'active' },
  active: { suspend: 'suspended', ban: 'banned', leave: 'leaving' },
  suspended: { suspend: 'suspended', ban: 'banned', lift: 'active', erase: 'erased' },
  banned: { lift: 'active', erase: 'erased' },
  leaving: { suspend: 'suspended', ban: 'banned', stay: 'active', erase: 'erased' },
  erased: {},
});

/** The status that holds now: a suspension whose date has passed is over, whether or not a tick has come by. */
export function effectiveStatus(
  account: { status: AccountStatus; suspendedUntil: Date | null },
  now: Date,
): AccountStatus {
  const over = account.status === 'suspended' && account.suspendedUntil !== null && account.suspendedUntil <= now;
  return over ? 'active' : account.status;
}

/** It keeps its member out. */
export function isRestriction(status: AccountStatus): boolean {
  return status === 'suspended' || status === 'banned';
}

/** How a session ended, as its owner could be told. */
export const SESSION_ENDS = [
  'exit',
  'password',
  'reset',
  'replay',
  'restricted',
  'expired',
  'too_many',
  'ended',
  'leaving',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

import { machine } from '#core/machine.ts';

export const ACCOUNT_STATUSES = ['unverified', 'active', 'suspended', 'banned', 'pending_deletion', 'erased'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const ACCOUNT_ACTIONS = [
  'verify',
  'suspend',
  'ban',
  'lift',
  'request_deletion',
  'cancel_deletion',
  'erase',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
/** What a moderator can do to an account. */
export type RestrictingAction = Extract<AccountAction, 'suspend' | 'ban' | 'lift'>;

/**
 * Transitions of an account (trust §5). A suspension also ends at its date, see `effectiveStatus`. A restricted member
 * who deletes their account keeps their status until the erasure; `deletion_due_at` is set.
 */
export const accountMachine = machine<AccountStatus, AccountAction>(ACCOUNT_ACTIONS, {
  unverified: { verify: 'active' },
  active: { suspend: 'suspended', ban: 'banned', request_deletion: 'pending_deletion' },
  suspended: { suspend: 'suspended', ban: 'banned', lift: 'active', erase: 'erased' },
  banned: { lift: 'active', erase: 'erased' },
  pending_deletion: { suspend: 'suspended', ban: 'banned', cancel_deletion: 'active', erase: 'erased' },
  erased: {},
});

/** Returns the current status. A suspension is over once its date has passed, even if no tick has run since. */
export function effectiveStatus(
  account: { status: AccountStatus; suspendedUntil: Date | null },
  now: Date,
): AccountStatus {
  const over = account.status === 'suspended' && account.suspendedUntil !== null && account.suspendedUntil <= now;
  return over ? 'active' : account.status;
}

/** True if the status keeps the member from logging in. */
export function isRestriction(status: AccountStatus): boolean {
  return status === 'suspended' || status === 'banned';
}

/** Why a session ended. */
export const SESSION_ENDS = [
  'exit',
  'password',
  'reset',
  'replay',
  'restricted',
  'expired',
  'too_many',
  'ended',
  'deletion',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

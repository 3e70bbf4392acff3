import { machine } from '#core/machine.ts';

export const ACCOUNT_STATUSES = ['unverified', 'active', 'suspended', 'banned'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const ACCOUNT_ACTIONS = ['verify', 'suspend', 'ban', 'lift'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** What can happen to an account (trust §5). A suspension also ends by itself at its date, see `effectiveStatus`. */
export const accountMachine = machine<AccountStatus, AccountAction>(ACCOUNT_ACTIONS, {
  unverified: { verify: 'active' },
  active: { suspend: 'suspended', ban: 'banned' },
  suspended: { suspend: 'suspended', ban: 'banned', lift: 'active' },
  banned: { lift: 'active' },
});

/** The status that holds now: a suspension whose date has passed is over, whether or not a tick has come by. */
export function effectiveStatus(
  account: { status: AccountStatus; suspendedUntil: Date | null },
  now: Date,
): AccountStatus {
  const over = account.status === 'suspended' && account.suspendedUntil !== null && account.suspendedUntil <= now;
  return over ? 'active' : account.status;
}

/** How a session ended, as its owner could be told. */
export const SESSION_ENDS = ['exit', 'password', 'reset', 'replay', 'restricted', 'expired', 'too_many'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

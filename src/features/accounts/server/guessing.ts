import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { FAILURE_WINDOW, FAILURES_BEFORE_CHECK, MANY_FAILURES } from '../model/account-limits.ts';
import { accountMail } from './account-mail.ts';
import { type AccountRow, lockAccount, logSecurity } from './accounts.repo.ts';
import { knownDeviceKey } from './known-devices.ts';
import { wasLogged } from './login-log.repo.ts';
import { NOBODY } from './mail-links.ts';
import { emailKey } from './registration.service.ts';

/**
 * Someone who tries to log in to an account. Devices that it knows are counted each by itself, all others by their
 * network, so the failures of others don’t keep the owner out.
 */
export interface Guesser {
  /** Key of the email in counters, whether or not it has an account. */
  readonly account: string;
  readonly isKnown: boolean;
  /** Key of the device or network in counters. */
  readonly who: string;
}

/** Returns who tries to log in. Throws too_many_requests if they have tried too often. */
export async function findGuesser(ctx: Ctx, email: string): Promise<Guesser> {
  const account = emailKey(ctx, email);
  const device = await knownDeviceKey(ctx, email);
  const guesser = { account, isKnown: device !== null, who: device === null ? ctx.address : `device ${device}` };
  await ctx.limits.ofKey('login_account', `${account} ${guesser.who}`);
  return guesser;
}

const failuresOfAccount = ({ account }: Guesser) => `account ${account}`;
const failuresOf = ({ isKnown, account, who }: Guesser) => (isKnown ? `${who} ${account}` : `address ${who}`);

/**
 * Requires the human check after 3 failures of the account or IP address, whether or not the account exists. Of a known
 * device, only its own failures count. If the site uses Turnstile, it is required at every login (product §3).
 */
export async function checkHumanAfterFailures(ctx: Ctx, guesser: Guesser, response: string | undefined): Promise<void> {
  const [ofAccount, ofGuesser] = await Promise.all([
    guesser.isKnown ? 0 : ctx.failures.count(failuresOfAccount(guesser)),
    ctx.failures.count(failuresOf(guesser)),
  ]);
  const isAlwaysAsked = ctx.config.turnstile !== null;
  const hasFailed = ofAccount >= FAILURES_BEFORE_CHECK || ofGuesser >= FAILURES_BEFORE_CHECK;
  if (isAlwaysAsked || response !== undefined || hasFailed) await ctx.humanCheck.verify(ctx, 'login', response);
}

/** Counts a failed login. Returns true if there are so many that the owner is notified and can have a link emailed. */
export async function countFailure(ctx: Ctx, guesser: Guesser): Promise<boolean> {
  const [ofAccount] = await Promise.all([
    ctx.failures.add(failuresOfAccount(guesser), FAILURE_WINDOW),
    ctx.failures.add(failuresOf(guesser), FAILURE_WINDOW),
  ]);
  return ofAccount >= MANY_FAILURES;
}

/** Notifies the owner once a day that there are many failures. Without an account, it takes as long and does nothing. */
export async function tellOfGuessing(ctx: Ctx, account: AccountRow | undefined): Promise<void> {
  const id = account?.id ?? NOBODY;
  await lockAccount(ctx.db, id);
  const yesterday = after(await databaseNow(ctx.db), -FAILURE_WINDOW);
  const isTold = await wasLogged(ctx.db, id, 'many_failed_logins', yesterday);
  if (!account || isTold) return;
  await logSecurity(ctx.db, id, 'many_failed_logins');
  await enqueue(ctx, accountMail, { kind: 'too_many_failures', accountId: id, language: account.preferred_language });
}

/** Forgets the failures of a device that has logged in. Those of others still count. */
export async function forgetFailures(ctx: Ctx, guesser: Guesser): Promise<void> {
  if (guesser.isKnown) await ctx.failures.forget(failuresOf(guesser));
}

/** Checks that there were many failures today, so that a link may be emailed. Throws wrong_state. */
export async function requireGuessing(ctx: Ctx, email: string): Promise<void> {
  const failures = await ctx.failures.count(`account ${emailKey(ctx, email)}`);
  if (failures < MANY_FAILURES) throw new AppError('wrong_state');
}

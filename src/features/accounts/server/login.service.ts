import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { type AccountRow, findAccount } from './accounts.repo.ts';
import { describeDevice } from './device.ts';
import { finishLogin } from './finish-login.ts';
import {
  checkHumanAfterFailures,
  countFailure,
  findGuesser,
  forgetFailures,
  type Guesser,
  tellOfGuessing,
} from './guessing.ts';
import { logLogin } from './login-log.repo.ts';
import { verifyPassword } from './password-hash.ts';
import type { SessionTokens } from './sessions.service.ts';

/**
 * Logs in. Unknown addresses and wrong passwords get the same response, and take one hash and the same writes. Whether
 * an account is unconfirmed or restricted is only revealed with the right password.
 */
export async function login(
  ctx: Ctx,
  input: { email: string; password: string; cfTurnstileResponse?: string | undefined },
): Promise<SessionTokens> {
  const guesser = await findGuesser(ctx, input.email);
  await checkHumanAfterFailures(ctx, guesser, input.cfTurnstileResponse);
  const account = await findAccount(ctx.db, { email: input.email });
  // Always read, so that it takes as long for every address.
  const pending = await pendingHash(ctx, account);
  const right = await verifyPassword(account?.password_hash ?? pending, input.password);
  if (!account || !right) throw await refuseGuess(ctx, guesser, account);
  if (account.status === 'unverified') throw new AppError('email_not_verified');
  const tokens = await finishLogin(ctx, account.id, {
    by: 'password',
    gone: () => new AppError('wrong_credentials'),
    first: { by: 'password' },
    admit(_inner, now) {
      // Changed during the hashing: a session opened now would survive the change, which has ended all others.
      if (now.password_hash !== account.password_hash) throw new AppError('wrong_credentials');
    },
  });
  await forgetFailures(ctx, guesser);
  return tokens;
}

/** Returns the password hash of the last sign-up. An unconfirmed account has no password of its own yet. */
async function pendingHash(ctx: Ctx, account: AccountRow | undefined): Promise<string | null> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .select('password_hash')
    .where('account_id', '=', account?.status === 'unverified' ? account.id : '0')
    .where('purpose', '=', 'verify')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link?.password_hash ?? null;
}

/** Counts and logs a failed login. Returns the error for it, which is the same for unknown addresses. */
async function refuseGuess(ctx: Ctx, guesser: Guesser, account: AccountRow | undefined): Promise<AppError> {
  const isMany = await countFailure(ctx, guesser);
  await inTransaction(ctx, async (inner) => {
    // Doesn’t wait for the disk, which could take longer for one of the two.
    await sql`set local synchronous_commit = off`.execute(inner.db);
    await logLogin(inner.db, {
      accountId: account?.id ?? null,
      event: 'login_failed',
      facts: {},
      address: ctx.address,
      device: describeDevice(ctx.userAgent),
    });
    if (isMany) await tellOfGuessing(inner, account);
  });
  // Owners on a new device can have a link emailed.
  return new AppError('wrong_credentials', isMany ? { details: { offersLink: true } } : {});
}

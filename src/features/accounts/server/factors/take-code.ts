import { fieldError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import {
  CODE_TRIES,
  CODE_TRIES_PER_DAY,
  CODE_TRIES_WINDOW,
  WRONG_CODES_BEFORE_MAIL,
} from '../../model/second-factor.ts';
import { type AccountRow, logSecurity } from '../accounts.repo.ts';
import { passwordMark } from '../tokens.ts';
import { mailFactorChange } from './factor-mail.ts';
import { findTotp } from './factors.queries.ts';
import { spendRecoveryCode, spendTotpStep } from './factors.repo.ts';
import { recoveryHashes } from './recovery-codes.ts';
import { totpStep } from './totp.ts';
import { openTotpSecret } from './totp-secret.ts';

type Owner = Pick<AccountRow, 'id' | 'password_changed_at'>;

/**
 * Counts a try of a code. Few per address, and more of all addresses together, because each guess has a chance of three
 * in a million. A new password resets the count, because the guesser knew the old one.
 */
export async function takeCodeTry(ctx: Ctx, { id, password_changed_at }: Owner): Promise<void> {
  await ctx.limits.take('second-step', `${id} ${ctx.address}`, CODE_TRIES, CODE_TRIES_WINDOW);
  const key = `${id} ${passwordMark(password_changed_at)}`;
  await ctx.limits.take('second-step-day', key, CODE_TRIES_PER_DAY, DAY);
}

/** Counts a wrong code. Emails the member once there are so many that someone must be guessing. */
async function countWrongCode(ctx: Ctx, { id }: Owner): Promise<void> {
  const key = `second step ${id}`;
  // Each of several at once gets its own count, so exactly one of them reaches it.
  if ((await ctx.failures.add(key, DAY)) !== WRONG_CODES_BEFORE_MAIL) return;
  await inTransaction(ctx, async (inner) => {
    await logSecurity(inner.db, id, 'second_step_guessed');
    await mailFactorChange(inner, id, 'guessed');
  });
}

/** Uses up a code of the member’s app. Throws totp_wrong, also for a code that was used before. */
export async function takeTotp(ctx: Ctx, owner: Owner, code: string, field = 'code'): Promise<void> {
  await takeCodeTry(ctx, owner);
  const factor = await findTotp(ctx.db, owner.id);
  const secret = factor?.secret && openTotpSecret(ctx.secrets, owner.id, factor.secret);
  const step = secret ? totpStep(secret, code, ctx.clock.now()) : null;
  if (step !== null && (await inTransaction(ctx, ({ db }) => spendTotpStep(db, owner.id, step)))) return;
  await countWrongCode(ctx, owner);
  throw fieldError(field, 'totp_wrong');
}

/** Uses up a recovery code. Throws recovery_code_wrong, also for one that was used before. */
export async function takeRecoveryCode(ctx: Ctx, owner: Owner, code: string): Promise<void> {
  await takeCodeTry(ctx, owner);
  const hashes = recoveryHashes(ctx.secrets, owner.id, code);
  const isRight = await inTransaction(ctx, async ({ db }) => {
    const isSpent = await spendRecoveryCode(db, owner.id, hashes);
    if (isSpent) await logSecurity(db, owner.id, 'recovery_code_used');
    return isSpent;
  });
  if (isRight) return;
  await countWrongCode(ctx, owner);
  throw fieldError('recoveryCode', 'recovery_code_wrong');
}

import { AppError, fieldError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { AnsweredChallenge, PasskeyChallenge } from '../../contract-passkeys.ts';
import { type AccountRow, findAccount, lockAccount } from '../accounts.repo.ts';
import { enterByGoogle, refuseTaken } from '../google.service.ts';
import type { LoginFacts } from '../known-devices.ts';
import { loggingRefusal } from '../login.service.ts';
import { spendLinks } from '../mail-links.repo.ts';
import { checkRestriction, openSession, type SessionTokens } from '../sessions.service.ts';
import { passwordMark } from '../tokens.ts';
import { stopRemoval } from './remove-factors.ts';
import { type FirstStep, readFirstStep } from './second-step.ts';
import { takeRecoveryCode, takeTotp } from './take-code.ts';
import { challengePasskey, checkPasskey } from './webauthn.ts';

interface SecondStep {
  token: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: AnsweredChallenge | undefined;
}

/** Returns the account of a first step. Throws second_step_expired if its password has changed since. */
async function accountOf(ctx: Ctx, step: FirstStep): Promise<AccountRow> {
  const account = await findAccount(ctx.db, { id: step.accountId });
  if (!account || passwordMark(account.password_changed_at) !== step.passwordMark)
    throw new AppError('second_step_expired');
  return account;
}

async function spendFactor(ctx: Ctx, account: AccountRow, given: SecondStep): Promise<void> {
  if (given.passkey) await checkPasskey(ctx, given.passkey, 'second-step', account.id);
  else if (given.recoveryCode !== undefined) await takeRecoveryCode(ctx, account, given.recoveryCode);
  else if (given.code !== undefined) await takeTotp(ctx, account, given.code);
  else throw fieldError('code', 'code_empty');
}

/**
 * Completes a login that has proved its first step. What was used for the second one is used up, whatever follows.
 * Throws second_step_expired, passkey_refused, banned, and the errors of a wrong code.
 */
export async function completeLogin(ctx: Ctx, given: SecondStep): Promise<SessionTokens & { from?: string }> {
  const step = await readFirstStep(ctx, given.token);
  const account = await accountOf(ctx, step);
  await spendFactor(ctx, account, given);
  const { by, google } = step;
  const work = inTransaction(ctx, async (inner) => {
    const now = await lockAccount(inner.db, account.id);
    if (now?.password_hash !== account.password_hash) throw new AppError('second_step_expired');
    // The owner has their second step: what an administrator was told isn’t true.
    await stopRemoval(inner, now.id);
    if (google) return enterByGoogle(inner, now, google);
    return enter(inner, now, by);
  }).catch(refuseTaken);
  const tokens = await loggingRefusal(ctx, account.id, work);
  return google ? { ...tokens, from: google.from } : tokens;
}

/** Opens a session for a locked account whose owner is at the device. */
async function enter(ctx: Ctx, account: AccountRow, by: LoginFacts['by']): Promise<SessionTokens> {
  await checkRestriction(ctx, account);
  await spendLinks(ctx.db, account.id, 'login');
  return openSession(ctx, account.id, { by });
}

/** Returns a challenge for a login with a passkey, or for the second step of the account of this token. */
export async function beginPasskeyStep(
  ctx: Ctx,
  { secondStep }: { secondStep?: string | undefined },
): Promise<PasskeyChallenge> {
  if (secondStep === undefined) return challengePasskey(ctx, 'login', null);
  const { id } = await accountOf(ctx, await readFirstStep(ctx, secondStep));
  return challengePasskey(ctx, 'second-step', id);
}

/** Logs in with a passkey alone. Throws passkey_refused, banned. */
export async function loginWithPasskey(ctx: Ctx, answered: AnsweredChallenge): Promise<SessionTokens> {
  const accountId = await checkPasskey(ctx, answered, 'login', null);
  const work = inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, accountId);
    if (!account) throw new AppError('passkey_refused');
    await stopRemoval(inner, account.id);
    return enter(inner, account, 'passkey');
  });
  return loggingRefusal(ctx, accountId, work);
}

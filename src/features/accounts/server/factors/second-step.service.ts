import { AppError, fieldError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import type { AnsweredChallenge, PasskeyChallenge } from '../../contract-passkeys.ts';
import { PROVIDERS } from '../../model/connections.ts';
import { type AccountRow, findAccount } from '../accounts.repo.ts';
import { finishLogin, type ProvenLogin } from '../finish-login.ts';
import { refuseTaken } from '../link-identity.ts';
import { enterByProvider } from '../provider-login.service.ts';
import type { SessionTokens } from '../sessions.service.ts';
import { passwordMark } from '../tokens.ts';
import { trustDevice } from '../trusted-devices.ts';
import { stopRemoval } from './remove-factors.ts';
import { type FirstStep, readFirstStep } from './second-step.ts';
import { takeRecoveryCode, takeTotp } from './take-code.ts';
import { challengePasskey, checkPasskey } from './webauthn.ts';

interface SecondStep {
  token: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: AnsweredChallenge | undefined;
  /** Logging in on this device takes no second step for a while. */
  trustDevice?: boolean | undefined;
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
  const login: ProvenLogin = {
    by: step.by,
    gone: () => new AppError('second_step_expired'),
    first: null,
    admit(_inner, now) {
      if (now.password_hash !== account.password_hash) throw new AppError('second_step_expired');
    },
    async entered(inner) {
      // The owner has their second step: what an administrator was told isn’t true.
      await stopRemoval(inner, account.id);
      if (given.trustDevice) await trustDevice(inner, account.id);
    },
  };
  const provider = PROVIDERS.find((name) => step[name]);
  const person = provider && step[provider];
  if (!person) return finishLogin(ctx, account.id, login);
  // The operator has turned the provider off in between.
  if (!ctx.signIn[provider]) throw new AppError('second_step_expired');
  const { from, ...identity } = person;
  const entering = enterByProvider(
    ctx,
    { ...identity, provider, address: identity.email || null },
    { isVerified: true },
  );
  const { isNew: _, ...tokens } = await finishLogin(ctx, account.id, { ...login, ...entering }).catch(
    refuseTaken(ctx, provider),
  );
  return { ...tokens, from };
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
  return finishLogin(ctx, accountId, {
    by: 'passkey',
    gone: () => new AppError('passkey_refused'),
    first: null,
    async entered(inner) {
      await stopRemoval(inner, accountId);
    },
  });
}

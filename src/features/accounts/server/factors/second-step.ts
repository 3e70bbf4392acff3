import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { PROVIDERS } from '../../model/connections.ts';
import { SECOND_STEP_LASTS } from '../../model/second-factor.ts';
import type { AccountRow } from '../accounts.repo.ts';
import { readStep, signStep } from '../step-token.ts';
import { passwordMark } from '../tokens.ts';
import { offersTrust, skipsSecondStep } from '../trusted-devices.ts';
import { waysOf } from './factors.queries.ts';

const PURPOSE = 'second-step';

/** Who has logged in at a provider, and the page where that started. */
const Person = z.object({
  /** Missing in tokens of the version before, which knew only one. */
  issuer: z._default(z.string(), 'https://accounts.google.com'),
  subject: z.string(),
  email: z.string(),
  from: z.string(),
});

/** What the first step has proved. */
const FirstStep = z.object({
  accountId: z.string(),
  /** When the password was last changed. Another change invalidates the token. */
  passwordMark: z.number(),
  by: z.enum(['password', ...PROVIDERS, 'link']),
  google: z.optional(Person),
  openid: z.optional(Person),
});
export type FirstStep = z.output<typeof FirstStep>;

/**
 * Asks for the second step if the account has a second factor and the device isn’t trusted: throws second_step, with a
 * token that proves the first one. Call it before anything is revealed or changed.
 */
export async function requireSecondStep(
  ctx: Pick<Ctx, 'db' | 'secrets' | 'clock' | 'device'>,
  account: Pick<AccountRow, 'id' | 'password_changed_at'>,
  first: Pick<FirstStep, 'by' | 'google' | 'openid'>,
): Promise<void> {
  const ways = await waysOf(ctx, account.id);
  if (!ways || (await skipsSecondStep(ctx, account.id))) return;
  const proved: FirstStep = {
    accountId: account.id,
    passwordMark: passwordMark(account.password_changed_at),
    ...first,
  };
  const token = await signStep(ctx, PURPOSE, proved, SECOND_STEP_LASTS);
  throw new AppError('second_step', { details: { token, ...ways, offersTrust: await offersTrust(ctx, account.id) } });
}

/** Returns what the first step has proved. Throws second_step_expired. */
export async function readFirstStep(ctx: Pick<Ctx, 'secrets' | 'clock'>, token: string): Promise<FirstStep> {
  const proved = await readStep(ctx, PURPOSE, token, FirstStep);
  if (!proved) throw new AppError('second_step_expired');
  return proved;
}

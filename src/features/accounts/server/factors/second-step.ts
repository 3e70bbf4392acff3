import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { SECOND_STEP_LASTS } from '../../model/second-factor.ts';
import type { AccountRow } from '../accounts.repo.ts';
import { passwordMark } from '../tokens.ts';
import { waysOf } from './factors.queries.ts';
import { readStep, signStep } from './step-token.ts';

const PURPOSE = 'second-step';

/** A user of Google, who has logged in there, and the page where that started. */
const Google = z.object({ subject: z.string(), email: z.string(), from: z.string() });

/** What the first step has proved. */
const FirstStep = z.object({
  accountId: z.string(),
  /** When the password was last changed. Another change invalidates the token. */
  passwordMark: z.number(),
  by: z.enum(['password', 'google', 'link']),
  google: z.optional(Google),
});
export type FirstStep = z.output<typeof FirstStep>;

/**
 * Asks for the second step if the account has a second factor: throws second_step, with a token that proves the first
 * one. Call it before anything is revealed or changed.
 */
export async function requireSecondStep(
  ctx: Pick<Ctx, 'db' | 'secrets' | 'clock'>,
  account: Pick<AccountRow, 'id' | 'password_changed_at'>,
  first: Pick<FirstStep, 'by' | 'google'>,
): Promise<void> {
  const ways = await waysOf(ctx, account.id);
  if (!ways) return;
  const proved: FirstStep = {
    accountId: account.id,
    passwordMark: passwordMark(account.password_changed_at),
    ...first,
  };
  const token = await signStep(ctx, PURPOSE, proved, SECOND_STEP_LASTS);
  throw new AppError('second_step', { details: { token, ...ways } });
}

/** Returns what the first step has proved. Throws second_step_expired. */
export async function readFirstStep(ctx: Pick<Ctx, 'secrets' | 'clock'>, token: string): Promise<FirstStep> {
  const proved = await readStep(ctx, PURPOSE, token, FirstStep);
  if (!proved) throw new AppError('second_step_expired');
  return proved;
}

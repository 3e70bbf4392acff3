import type { Ctx } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { accountMail } from '../account-mail.ts';
import { findAccount } from '../accounts.repo.ts';

/** Changes of second factors that the member gets an email about. */
export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_made'
  | 'all_removed'
  | 'removal_stopped'
  | 'guessed';

/** Tells a member by email what has changed about their second factors. In the transaction of the change. */
export async function mailFactorChange(ctx: Ctx, accountId: string, change: FactorChange): Promise<void> {
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  const kind = change === 'guessed' ? 'second_step_guessed' : 'factors_changed';
  await enqueue(ctx, accountMail, { kind, accountId, language: account.preferred_language, told: { change } });
}

/** Tells a member by email that an administrator’s help will remove their second factors, and when. */
export async function mailRemoval(ctx: Ctx, accountId: string): Promise<void> {
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  await enqueue(ctx, accountMail, { kind: 'factor_removal', accountId, language: account.preferred_language });
}

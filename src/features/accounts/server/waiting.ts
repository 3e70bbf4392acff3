import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#platform/context.ts';

/**
 * The secret of the tab of a sign-up, which asks with it whether the sign-up was confirmed. For an email that is taken, it
 * belongs to nothing, so it doesn’t reveal whether an email has an account.
 */
export interface Waiting {
  readonly waiting: string;
  readonly hash: Buffer;
}

const hashOf = (waiting: string) => createHash('sha256').update(waiting).digest();

export function newWaiting(): Waiting {
  const waiting = randomBytes(18).toString('base64url');
  return { waiting, hash: hashOf(waiting) };
}

/** Returns whether the sign-up with this secret was confirmed, by any of its links. */
export async function signUpState(ctx: Ctx, { waiting }: { waiting: string }): Promise<{ confirmed: boolean }> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .innerJoin('accounts', 'accounts.id', 'mail_links.account_id')
    .select('mail_links.id')
    .where('waiting_hash', '=', hashOf(waiting))
    .where('used_at', 'is not', null)
    .where('accounts.status', '<>', 'unverified')
    .executeTakeFirst();
  return { confirmed: link !== undefined };
}

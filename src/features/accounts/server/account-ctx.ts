import type { Ctx } from '#platform/context.ts';

/**
 * What other features do when something happens to an account; filled where the features are put together. Each is called
 * in the transaction of what happened, with the account locked, so it happens with that or not at all.
 */
export interface AccountEffects {
  /** The name changed that stands beside the member's work. */
  renamed(ctx: Ctx, accountId: string): Promise<void>;
  /** The member is suspended or banned and can do nothing from now on. Comes again when one turns into the other. */
  restricted(ctx: Ctx, accountId: string): Promise<void>;
  /** They can act again: the restriction was lifted, or the suspension has come to its end. */
  lifted(ctx: Ctx, accountId: string): Promise<void>;
}
export type AccountCtx = Ctx & { accountEffects: AccountEffects };

import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { RoundRecord } from './rounds.repo.ts';
import { findOwnSubmission } from './submissions.repo.ts';

/**
 * Makes the caller a judge of the round: a moderator who has decided about its entries or seen its audit. Judges can
 * neither enter nor vote, and an earlier vote is deleted. Requires the round lock. Does nothing for completed rounds
 * and without an actor.
 */
export async function becomeJudge(ctx: Pick<Ctx, 'db' | 'actor'>, { id, times }: RoundRecord): Promise<void> {
  if (!ctx.actor || times.status === 'completed') return;
  const { id: accountId } = ctx.actor;
  await ctx.db
    .insertInto('round_judges')
    .values({ round_id: id, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await ctx.db.deleteFrom('votes').where('round_id', '=', id).where('account_id', '=', accountId).execute();
}

export async function isJudge(db: Db, roundId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('round_judges')
    .select('round_id')
    .where('round_id', '=', roundId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a member has an entry in the round, or may have one as the story’s creator. They can’t judge it. */
export async function competes(db: Db, { id, story }: RoundRecord, accountId: string): Promise<boolean> {
  return story.facts.creatorId === accountId || (await findOwnSubmission(db, id, accountId)) !== null;
}

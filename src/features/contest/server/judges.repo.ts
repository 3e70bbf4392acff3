import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { RoundRecord } from './rounds.repo.ts';
import { findOwnSubmission } from './submissions.repo.ts';

/**
 * Moderators who have decided about entries of a round, or looked at how its vote goes. They neither enter it nor vote in
 * it; a vote that they had cast is void. With the round locked; what is over makes nobody a judge any more, and no machine.
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

/** Whoever has an entry in a round, or begins the rounds of its story and may, does not judge it. */
export async function competes(db: Db, { id, story }: RoundRecord, accountId: string): Promise<boolean> {
  return story.facts.creatorId === accountId || (await findOwnSubmission(db, id, accountId)) !== null;
}

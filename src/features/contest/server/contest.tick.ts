import { sql } from 'kysely';
import { SECOND } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { LAST_CALL } from '../model/contest-limits.ts';
import { lockUpToDate } from './advance.ts';
import { notifyShort, notifyVotingEnds } from './contest-notices.ts';
import { recordShortageNotice, recordVotersReminded } from './rounds.repo.ts';
import { votersLeft } from './votes.repo.ts';

const AT_ONCE = 500;

/**
 * Takes every step that is due. Checks the time again under the locks of story and round, so that any number of workers
 * can run this at once. Skips due rounds whose creator was notified of missing writers: the next writer to join
 * advances them.
 */
export async function advanceRounds(ctx: Ctx, atOnce = AT_ONCE): Promise<void> {
  for (let last: Due | null = null; ; ) {
    const due = await findDue(ctx, last, atOnce);
    for (const { id } of due) {
      await advanceDue(ctx, id).catch((err) => ctx.log.error({ err, round: id }, 'Failed to advance a due round'));
    }
    if (due.length < atOnce) return;
    last = due.at(-1)!;
  }
}

/** Reminds participants who can vote and haven’t, once before voting ends. */
export async function remindVoters(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select r.id::text as id from rounds r
    where r.status = 'voting' and r.voters_reminded_at is null and r.voting_ends_at > db_clock()
      and r.voting_ends_at - db_clock()
        <= least(make_interval(secs => ${LAST_CALL / SECOND}), (r.voting_ends_at - r.voting_started_at) / 4)
    order by r.voting_ends_at limit ${AT_ONCE}`.execute(ctx.db);
  for (const { id } of rows) {
    await inTransaction(ctx, async (inner) => {
      const round = await lockUpToDate(inner, id);
      if (round?.times.status !== 'voting' || !(await recordVotersReminded(inner.db, id))) return;
      await notifyVotingEnds(inner, round, await votersLeft(inner.db, id));
    }).catch((err) => ctx.log.error({ err, round: id }, 'Failed to remind the voters of a round'));
  }
}

interface Due {
  id: string;
  at: Date;
}

/** Returns the due rounds after `last`, so that waiting rounds don’t hold up the others. */
async function findDue({ db }: Pick<Ctx, 'db'>, last: Due | null, limit: number): Promise<Due[]> {
  const at = sql`(case r.status when 'scheduled' then r.starts_at when 'writing' then r.writing_ends_at else r.voting_ends_at end)`;
  const { rows } = await sql<Due>`select r.id::text as id, ${at} as at from rounds r
    where r.status <> 'completed' and ${at} <= (select db_clock())
      and (r.status <> 'scheduled' or r.shortage_notified_at is null)
      ${last ? sql`and (${at}, r.id) > (${last.at}, ${last.id}::bigint)` : sql``}
    order by ${at}, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Takes the steps of one round. If writers are missing, notifies the creator once. */
async function advanceDue(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const round = await lockUpToDate(inner, id);
    if (round?.times.status !== 'scheduled' || round.isShortageNotified || !round.counts.isStoryOngoing) return;
    if (round.times.startsAt === null || round.times.startsAt > round.now) return;
    await recordShortageNotice(inner.db, id);
    await notifyShort(inner, round);
  });
}

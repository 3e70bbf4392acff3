import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { baseLanguage } from '#core/languages.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { RoundAudit } from '../contract.ts';
import { canDisqualify } from '../model/contest-policy.ts';
import { lockUpToDate } from './advance.ts';
import { becomeJudge, competes } from './judges.repo.ts';
import { toRoundView } from './round-views.ts';
import type { RoundRecord } from './rounds.repo.ts';

const PARTS = 24;
const AGES = ['day', 'week', 'month', 'older'] as const;

/**
 * Returns the course of a vote for moderators, in sums only, so that no one learns who voted for what. Throws
 * round_not_found, and own_work for members who compete in the round, until it is completed.
 */
export async function auditRound(ctx: Ctx, input: { roundId: string }): Promise<RoundAudit> {
  return inTransaction(ctx, async (inner) => {
    const round = await lockUpToDate(inner, input.roundId);
    if (!round) throw new AppError('round_not_found');
    const audit = await readAudit(inner, round);
    // Moderators who have seen the votes can’t take part.
    await becomeJudge(inner, round);
    return audit;
  });
}

async function readAudit(ctx: Ctx, round: RoundRecord): Promise<RoundAudit> {
  const isRival = await competes(ctx.db, round, memberOf(ctx).id);
  // Members who compete must not see the votes.
  if (isRival && round.current.status !== 'completed') throw new AppError('own_work');
  const sums = await sumByAge(ctx.db, round.id);
  const rows = await ctx.db
    .selectFrom('submissions as e')
    .innerJoin('accounts as a', 'a.id', 'e.author_id')
    .where('e.round_id', '=', round.id)
    .where('e.status', '<>', 'draft')
    .orderBy('e.submitted_at')
    .orderBy('e.id')
    .select(['e.id', 'e.title', 'e.status', 'a.id as author_id', 'a.username', 'a.slug'])
    .execute();
  const entries = rows.map(({ author_id: authorId, username, slug, ...row }) => {
    const status = row.status;
    const isWinner = row.id === round.winnerId;
    const decision = canDisqualify({ status: round.current.status, submission: status, isRival, isWinner });
    const ages = AGES.map((age) => ({ age, votes: sums.get(`${row.id} ${age}`) ?? 0 }));
    return {
      id: row.id,
      title: row.title!,
      author: { id: authorId, username, slug },
      status,
      votes: ages.reduce((sum, { votes }) => sum + votes, 0),
      ages,
      blocker: decision.ok ? null : decision.code,
    };
  });
  return {
    round: await toRoundView(ctx, round),
    storyTitle: round.story.published.title,
    language: baseLanguage(round.story.published.language)!,
    votes: entries.reduce((sum, { votes }) => sum + votes, 0),
    overTime: await votesOverTime(ctx.db, round),
    entries,
  };
}

/** Returns the votes by entry and by the voter’s account age when voting started. Keys are `<entry> <age>`. */
async function sumByAge(db: Db, roundId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ submission_id: string; age: string; votes: number }>`
    select v.submission_id::text as submission_id, case
        when a.joined_at > r.voting_started_at - interval '1 day' then 'day'
        when a.joined_at > r.voting_started_at - interval '7 days' then 'week'
        when a.joined_at > r.voting_started_at - interval '30 days' then 'month' else 'older' end as age,
      count(*)::int as votes
    from votes v join rounds r on r.id = v.round_id join accounts a on a.id = v.account_id
    where v.round_id = ${roundId} group by 1, 2`.execute(db);
  return new Map(rows.map((row) => [`${row.submission_id} ${row.age}`, row.votes]));
}

/** Returns the votes by the time of their last change. Empty before voting. */
async function votesOverTime(db: Db, { id, current }: RoundRecord): Promise<RoundAudit['overTime']> {
  const { votingStartedAt: from, votingEndsAt: to } = current;
  if (from === null || to === null) return [];
  const { rows } = await sql<{ part: number; votes: number }>`
    select width_bucket(extract(epoch from cast_at), extract(epoch from ${from}::timestamptz),
      extract(epoch from ${to}::timestamptz), ${PARTS}::int) as part, count(*)::int as votes
    from votes where round_id = ${id} group by 1`.execute(db);
  const byPart = new Map(rows.map((row) => [row.part, row.votes]));
  const length = (to.getTime() - from.getTime()) / PARTS;
  return Array.from({ length: PARTS }, (_, part) => ({
    from: new Date(from.getTime() + part * length).toISOString(),
    votes: byPart.get(part + 1) ?? 0,
  }));
}

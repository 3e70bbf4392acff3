import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { notify, notifyAll } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { RoundRecord } from './rounds.repo.ts';
import type { SubmissionRecord } from './submissions.repo.ts';

/** What members are told of rounds; each in the transaction of what it tells of. */

/** Who take part and can still be told, in the order of joining. */
async function participantsOf(ctx: Pick<Ctx, 'db'>, storyId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('participants')
    .select('account_id')
    .where('story_id', '=', storyId)
    .where('left_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map((row) => row.account_id);
}

const about = ({ id, story, number }: RoundRecord) => ({ story: story.published.title, round: number, round_id: id });

export async function notifyStarted(ctx: ChapterCtx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...about(round), about: 'round_started', deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notifyAll(ctx, to, { type: 'system_notice', storyId: round.story.id, params });
}

/** The creator hears once that a round which was due has too few people. */
export async function notifyShort(ctx: Pick<Ctx, 'db'>, round: RoundRecord): Promise<void> {
  const missing = round.counts.needed - round.counts.writerCount;
  const params = { ...about(round), about: 'round_short', missing };
  await notify(ctx, { to: round.story.facts.creatorId, type: 'system_notice', storyId: round.story.id, params });
}

export async function notifyVotingOpen(ctx: ChapterCtx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...about(round), deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notifyAll(ctx, to, { type: 'contest_voting_open', storyId: round.story.id, params });
}

/** The winner hears that they won, everyone else who takes part or entered what became of the round. */
export async function notifyResult(
  ctx: ChapterCtx,
  round: RoundRecord,
  winner: SubmissionRecord | null,
): Promise<void> {
  const storyId = round.story.id;
  if (winner) {
    await notify(ctx, {
      to: winner.authorId,
      type: 'contest_winner',
      storyId,
      chapterId: winner.chapterId,
      params: { ...about(round), entry: winner.title! },
    });
  }
  const entered = await ctx.db
    .selectFrom('submissions')
    .select('author_id')
    .where('round_id', '=', round.id)
    .where('version', 'is not', null)
    .orderBy('author_id')
    .execute();
  const others = new Set([...(await participantsOf(ctx, storyId)), ...entered.map((row) => row.author_id)]);
  if (winner) others.delete(winner.authorId);
  const params = winner
    ? { ...about(round), about: 'round_won', entry: winner.title! }
    : { ...about(round), about: 'round_without_winner' };
  await notifyAll(ctx, [...others], { type: 'system_notice', storyId, params });
}

/** The author hears what a review decided about their entry. */
export async function notifyEntry(
  ctx: Pick<Ctx, 'db'>,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'authorId' | 'title'>,
  what: 'entry_approved' | 'entry_rejected',
  reason = '',
): Promise<void> {
  const params = { ...about(round), about: what, entry: entry.title ?? '', reason };
  await notify(ctx, { to: entry.authorId, type: 'system_notice', storyId: round.story.id, params });
}

/** Whoever had voted for an entry that left hears that their vote is free again. */
export async function notifyFreedVoters(
  ctx: Pick<Ctx, 'db'>,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'title'>,
  voterIds: readonly string[],
): Promise<void> {
  const params = { ...about(round), about: 'vote_freed', entry: entry.title ?? '' };
  await notifyAll(ctx, voterIds, { type: 'system_notice', storyId: round.story.id, params });
}

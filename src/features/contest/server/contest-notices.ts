import type { NoticeKind } from '#features/messages/model/message-types.ts';
import { notify, notifyAll } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { RoundRecord } from './rounds.repo.ts';
import type { SubmissionRecord } from './submissions.repo.ts';

/** Notifications about rounds. Each is sent in the transaction of the change that it reports. */

/** Returns the current participants in the order of joining. */
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

/** Parameters that all messages about a round have. */
const paramsOf = ({ id, story, number }: RoundRecord) => ({
  story: story.published.title,
  round: number,
  round_id: id,
});
const noticeOf = (round: RoundRecord, about: NoticeKind) => ({ ...paramsOf(round), about });

export async function notifyStarted(ctx: Ctx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...noticeOf(round, 'round_started'), deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notifyAll(ctx, to, { type: 'system_notice', storyId: round.story.id, params });
}

/** Notifies the creator that a due round is missing writers. */
export async function notifyShort(ctx: Pick<Ctx, 'db'>, round: RoundRecord): Promise<void> {
  const missing = round.counts.needed - round.counts.writerCount;
  const params = { ...noticeOf(round, 'round_short'), missing };
  await notify(ctx, { to: round.story.facts.creatorId, type: 'system_notice', storyId: round.story.id, params });
}

export async function notifyVotingOpen(ctx: Ctx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...paramsOf(round), deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notifyAll(ctx, to, { type: 'contest_voting_open', storyId: round.story.id, params });
}

/** Notifies the winner, and notifies all other participants and authors of entries of the result. */
export async function notifyResult(ctx: Ctx, round: RoundRecord, winner: SubmissionRecord | null): Promise<void> {
  const storyId = round.story.id;
  if (winner) {
    await notify(ctx, {
      to: winner.authorId,
      type: 'contest_winner',
      storyId,
      chapterId: winner.chapterId,
      params: { ...paramsOf(round), entry: winner.title! },
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
    ? { ...noticeOf(round, 'round_won'), entry: winner.title! }
    : noticeOf(round, 'round_without_winner');
  await notifyAll(ctx, [...others], { type: 'system_notice', storyId, params });
}

/** Notifies the author of the decision about their entry. */
export async function notifyEntry(
  ctx: Pick<Ctx, 'db'>,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'authorId' | 'title'>,
  what: 'entry_approved' | 'entry_rejected',
  reason = '',
): Promise<void> {
  const params = { ...noticeOf(round, what), entry: entry.title ?? '', reason };
  await notify(ctx, { to: entry.authorId, type: 'system_notice', storyId: round.story.id, params });
}

/** Notifies the voters of a removed entry that they can vote again. */
export async function notifyFreedVoters(
  ctx: Pick<Ctx, 'db'>,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'title'>,
  voterIds: readonly string[],
): Promise<void> {
  const params = { ...noticeOf(round, 'vote_released'), entry: entry.title ?? '' };
  await notifyAll(ctx, voterIds, { type: 'system_notice', storyId: round.story.id, params });
}

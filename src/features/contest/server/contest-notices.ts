import { type NotifyCtx, notify } from '#features/messages/server/index.ts';
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

export async function notifyStarted(ctx: Ctx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...paramsOf(round), deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notify(ctx, 'round_started', { to, storyId: round.story.id, params, eventKey: round.id });
}

/** Notifies the creator that a due round is missing writers. */
export async function notifyShort(ctx: NotifyCtx, round: RoundRecord): Promise<void> {
  const missing = round.counts.needed - round.counts.writerCount;
  await notify(ctx, 'round_short', {
    to: round.story.facts.creatorId,
    storyId: round.story.id,
    params: { ...paramsOf(round), missing },
    // Once for each time that the round was planned for.
    eventKey: `${round.id}:${round.times.startsAt?.getTime()}`,
  });
}

export async function notifyVotingOpen(ctx: Ctx, round: RoundRecord, until: Date): Promise<void> {
  const params = { ...paramsOf(round), deadline: until.getTime() };
  const to = await participantsOf(ctx, round.story.id);
  await notify(ctx, 'contest_voting_open', { to, storyId: round.story.id, params, eventKey: round.id });
}

export async function notifyVotingEnds(ctx: Ctx, round: RoundRecord, to: readonly string[]): Promise<void> {
  const params = { ...paramsOf(round), deadline: round.times.votingEndsAt!.getTime() };
  await notify(ctx, 'voting_ends', { to, storyId: round.story.id, params, eventKey: round.id });
}

/** Notifies the winner, and notifies all other participants and authors of entries of the result. */
export async function notifyResult(ctx: Ctx, round: RoundRecord, winner: SubmissionRecord | null): Promise<void> {
  const storyId = round.story.id;
  const params = paramsOf(round);
  const eventKey = round.id;
  const won = winner && { ...params, entry: winner.title! };
  if (won) {
    const { authorId: to, chapterId } = winner;
    await notify(ctx, 'contest_winner', { to, storyId, chapterId, params: won, eventKey });
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
  const to = [...others];
  if (won) await notify(ctx, 'round_won', { to, storyId, params: won, eventKey });
  else await notify(ctx, 'round_without_winner', { to, storyId, params, eventKey });
}

/** Notifies the author of the decision about their entry. */
export async function notifyEntry(
  ctx: NotifyCtx,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'authorId' | 'title'>,
  what: 'entry_approved' | 'entry_rejected',
  reason = '',
): Promise<void> {
  const params = { ...paramsOf(round), entry: entry.title ?? '', reason };
  await notify(ctx, what, { to: entry.authorId, storyId: round.story.id, params });
}

/** Notifies the voters of a removed entry that they can vote again. */
export async function notifyReleasedVoters(
  ctx: NotifyCtx,
  round: RoundRecord,
  entry: Pick<SubmissionRecord, 'title'>,
  voterIds: readonly string[],
): Promise<void> {
  const params = { ...paramsOf(round), entry: entry.title ?? '' };
  await notify(ctx, 'vote_released', { to: voterIds, storyId: round.story.id, params });
}

import { allow, type Decision, deny } from '#core/decision.ts';
import { bindMode, plainMode } from '#features/chapters/server/index.ts';
import type { NotifyCtx } from '#features/messages/server/index.ts';
import { withdrawReview } from '#features/moderation/server/index.ts';
import { storiesWrittenIn } from '#features/participation/server/index.ts';
import { findStory, findSummary, type StoryAtHand, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Listener } from '#platform/features/events.ts';
import { competitionRules, type FirstChapterFacts } from '../model/contest-policy.ts';
import { advanceStory, endWithoutWinner, lockUpToDate } from './advance.ts';
import { notifyReleasedVoters } from './contest-notices.ts';
import { findRound, findUnfinished, findUnfinishedId, type RoundRecord } from './rounds.repo.ts';
import { findOwnSubmission, findSubmission, moveSubmission, type SubmissionRecord } from './submissions.repo.ts';
import { deleteVotesFor, dropVote } from './votes.repo.ts';

/**
 * The writing mode of competitions: a single line of chapters. The creator writes the first one, rounds choose all
 * others.
 */
export const competitionMode = bindMode<FirstChapterFacts>({
  ...plainMode,
  ...competitionRules,
  async loadFacts(ctx, { id, facts }, _parentId, chapterId) {
    const { db } = ctx;
    // A story with published chapters has a first one, so most reads need no query.
    if (chapterId === null && (await findSummary(ctx, id))?.chapterCount) return { story: facts, hasFirst: true };
    const first = await db
      .selectFrom('chapters')
      .select('id')
      .where('story_id', '=', id)
      .where('number', 'is not', null)
      .where('deleted_at', 'is', null)
      .where('status', 'in', ['pending', 'approved', 'hidden'])
      .limit(1)
      .executeTakeFirst();
    return { story: facts, hasFirst: first !== undefined && first.id !== chapterId };
  },
});

/** The number of writers changes: a round that waits for enough may start. */
export const countWriters: Listener<'participant.joined' | 'participant.left'> = async (ctx, { storyId, mode }) => {
  if (mode === 'competition') await advanceStory(ctx, storyId);
};

/** Call when the rules or the progress of the story have changed. Removes a scheduled round if the story has ended. */
export async function settleContest(ctx: Ctx, storyId: string): Promise<void> {
  await advanceStory(ctx, storyId);
  const story = await findStory(ctx.db, storyId);
  const roundId = await findUnfinishedId(ctx.db, storyId);
  if (story?.progress !== 'ended' || roundId === null) return;
  const round = await findRound(ctx.db, roundId);
  if (round?.times.status === 'scheduled') await endWithoutWinner(ctx, roundId);
}

/** A story can’t be deleted during a round, because others have written and voted in it (product §4). */
export async function mayDeleteContest(ctx: Pick<Ctx, 'db' | 'memo'>, { id, mode }: StoryAtHand): Promise<Decision> {
  const story = mode === 'competition' ? await findSummary(ctx, id) : null;
  // Unpublished stories have no rounds.
  if (!story?.published) return allow;
  const round = await findUnfinished(ctx.db, { ...story, published: story.published });
  const runs = round?.current.status === 'writing' || round?.current.status === 'voting';
  return runs ? deny('round_running') : allow;
}

/** Call when the story is closed to everyone. Ends its round, and withdraws its entries from review. */
export async function closeContest(ctx: Ctx, storyId: string): Promise<void> {
  const roundId = await findUnfinishedId(ctx.db, storyId);
  if (roundId !== null) await endWithoutWinner(ctx, roundId);
  const waiting = await ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('story_id', '=', storyId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) {
    const entry = await findSubmission(ctx.db, id);
    if (entry) await takeBack(ctx, entry);
  }
}

/** Ends the review of an entry, if there is one, and takes the entry out of the round. */
async function takeBack(ctx: Ctx, entry: SubmissionRecord): Promise<void> {
  await withdrawReview(ctx, 'submission', entry.id);
  await moveSubmission(ctx.db, entry, 'drop', { actorId: ctx.actor?.id ?? null });
}

/**
 * Call when a member can no longer write and vote. Removes their entries from open rounds, releases the votes for them,
 * and deletes the member’s own votes. Completed rounds don’t change.
 */
export async function dropEntriesOf(ctx: Ctx, accountId: string): Promise<void> {
  const rounds = await ctx.db
    .selectFrom('rounds as r')
    .where('r.status', '<>', 'completed')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('submissions as e')
            .select('e.id')
            .whereRef('e.round_id', '=', 'r.id')
            .where('e.author_id', '=', accountId)
            .where('e.status', 'in', ['pending', 'approved']),
        ),
        eb.exists(
          eb
            .selectFrom('votes as v')
            .select('v.round_id')
            .whereRef('v.round_id', '=', 'r.id')
            .where('v.account_id', '=', accountId),
        ),
      ]),
    )
    .orderBy('r.story_id')
    .select('r.id')
    .execute();
  for (const { id } of rounds) {
    await inTransaction(ctx, async (inner) => {
      const round = await lockUpToDate(inner, id);
      if (!round || round.times.status === 'completed') return;
      await dropVote(inner.db, id, accountId);
      const entry = await findOwnSubmission(inner.db, id, accountId);
      if (entry?.status === 'pending' || entry?.status === 'approved') await drop(inner, round, entry);
      await lockUpToDate(inner, id);
      await invalidateCacheTags(inner, storyTag(round.story.id));
    });
  }
}

async function drop(ctx: Ctx, round: RoundRecord, entry: SubmissionRecord): Promise<void> {
  await takeBack(ctx, entry);
  await releaseVotes(ctx, round, entry);
}

/** Deletes the votes for a removed entry and notifies the voters, who can vote again. Requires the round lock. */
export async function releaseVotes(ctx: NotifyCtx, round: RoundRecord, entry: SubmissionRecord): Promise<void> {
  await notifyReleasedVoters(ctx, round, entry, await deleteVotesFor(ctx.db, entry.id));
}

/** Call when a member can write again. Starts rounds that were waiting for enough writers. */
export async function settleContestsOf(ctx: Ctx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'competition'))
    await inTransaction(ctx, (inner) => advanceStory(inner, storyId));
}

import { publishSubmission } from '#features/chapters/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { inOrderOfVotes } from '../model/ballot.ts';
import { afterStep, nextStep, type RoundStep } from '../model/round-clock.ts';
import { notifyResult, notifyStarted, notifyVotingOpen } from './contest-notices.ts';
import { findUnfinishedId, lockRound, moveRound, type RoundRecord, removeRound } from './rounds.repo.ts';
import {
  enteredText,
  listSubmissions,
  putOnBallot,
  type SubmissionRecord,
  storeVoteCounts,
} from './submissions.repo.ts';

/**
 * Transitions of rounds. Each one is taken under the locks of story and round, by the database time read after locking,
 * and logged as one row. So it happens once, whether a tick or a member triggers it, in any number of processes.
 */

/** Takes all due steps, in its own transaction. */
export async function advanceRound(ctx: Ctx, roundId: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockUpToDate(inner, roundId);
  });
}

/** Locks the round and takes all due steps. Returns its current state, for callers that act on it. */
export async function lockUpToDate(ctx: Ctx, roundId: string): Promise<RoundRecord | null> {
  for (;;) {
    const round = await lockRound(ctx.db, roundId);
    const step = round && nextStep(round.times, round.counts, round.now);
    if (!step) return round;
    // Triggered by time, so there is no actor.
    await takeStep({ ...ctx, actor: null }, round, step);
  }
}

/** Call when something that can move a round forward has changed: participants, story rules, an entry. */
export async function advanceStory(ctx: Ctx, storyId: string): Promise<void> {
  const roundId = await findUnfinishedId(ctx.db, storyId);
  if (roundId !== null) await advanceRound(ctx, roundId);
}

async function takeStep(ctx: Ctx, round: RoundRecord, step: RoundStep): Promise<void> {
  if (step.action === 'start') await start(ctx, round, step);
  else if (step.action === 'open_voting') await openVoting(ctx, round, step);
  else await complete(ctx, round, step);
  await announceRound(ctx, round.story.id);
}

/** Updates cached and open pages of the story, because its round has changed. */
export async function announceRound(ctx: Ctx, storyId: string): Promise<void> {
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  await publishTopics(ctx, `story:${storyId}`);
}

/** Copies the story’s settings to the round. Later changes by the creator only affect later rounds. */
async function start(ctx: Ctx, round: RoundRecord, step: RoundStep): Promise<void> {
  const { startedAt, writingEndsAt, writingHours, votingHours } = afterStep(round.times, step);
  const { minUnits, maxUnits, minParticipants, language } = round.rules;
  await moveRound(ctx.db, round, ctx.actor?.id ?? null, 'start', {
    started_at: startedAt,
    writing_ends_at: writingEndsAt,
    writing_hours: writingHours,
    voting_hours: votingHours,
    min_units: minUnits,
    max_units: maxUnits,
    language,
    min_participants: minParticipants,
  });
  await emit(ctx, 'round.opened', { storyId: round.story.id, roundId: round.id });
  await notifyStarted(ctx, round, writingEndsAt!);
}

async function openVoting(ctx: Ctx, round: RoundRecord, step: RoundStep): Promise<void> {
  const { votingStartedAt, votingEndsAt } = afterStep(round.times, step);
  await moveRound(ctx.db, round, ctx.actor?.id ?? null, 'open_voting', {
    voting_started_at: votingStartedAt,
    voting_ends_at: votingEndsAt,
  });
  await putOnBallot(ctx.db, round.id, step.at);
  await notifyVotingOpen(ctx, round, votingEndsAt!);
}

type Candidate = SubmissionRecord & { votes: number; submittedAt: Date };

/** Counts the votes, and publishes the winner as the next chapter of the story. */
async function complete(ctx: Ctx, round: RoundRecord, step: RoundStep): Promise<void> {
  // A single entry wins without a vote.
  if (round.times.status === 'writing') await putOnBallot(ctx.db, round.id, step.at);
  const candidates = inOrderOfVotes(await countVotes(ctx, round.id));
  const winner = candidates[0] ?? null;
  const votes = candidates.reduce((sum, candidate) => sum + candidate.votes, 0);
  await moveRound(ctx.db, round, ctx.actor?.id ?? null, 'complete', {
    completed_at: step.at,
    winner_id: winner?.id ?? null,
    votes,
  });
  if (winner) {
    await publishSubmission(ctx, winner.chapterId, {
      title: winner.title!,
      summary: winner.summary!,
      document: await enteredText(ctx.db, winner.id),
      version: winner.version!,
    });
  }
  await tellCompleted(ctx, round, winner);
}

async function countVotes(ctx: Ctx, roundId: string): Promise<Candidate[]> {
  await storeVoteCounts(ctx.db, roundId);
  const entries = await listSubmissions(ctx.db, roundId);
  return entries.filter((entry): entry is Candidate => entry.status === 'approved' && entry.votes !== null);
}

/**
 * Ends a round that can’t continue, without a winner. Deletes it if it hasn’t started. Requires an open transaction
 * with the story locked.
 */
export async function endWithoutWinner(ctx: Ctx, roundId: string): Promise<void> {
  const round = await lockUpToDate(ctx, roundId);
  if (!round || round.times.status === 'completed') return;
  await announceRound(ctx, round.story.id);
  if (round.times.status === 'scheduled') {
    await removeRound(ctx.db, roundId);
    return;
  }
  await moveRound(ctx.db, round, ctx.actor?.id ?? null, 'complete', {
    completed_at: round.now,
    winner_id: null,
    votes: 0,
  });
  await tellCompleted(ctx, round, null);
}

/** Tells other features and the members about the result. */
async function tellCompleted(ctx: Ctx, round: RoundRecord, winner: Candidate | null): Promise<void> {
  await emit(ctx, 'round.completed', {
    storyId: round.story.id,
    roundId: round.id,
    winner: winner && { submissionId: winner.id, chapterId: winner.chapterId, authorId: winner.authorId },
  });
  await notifyResult(ctx, round, winner);
}

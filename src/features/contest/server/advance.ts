import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import { type ChapterCtx, publishSubmission } from '#features/chapters/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { inTransaction } from '#platform/db/database.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { inOrderOfVotes } from '../model/ballot.ts';
import { afterStep, nextStep, type RoundStep } from '../model/round-clock.ts';
import { roundMachine } from '../model/round-status.ts';
import { notifyResult, notifyStarted, notifyVotingOpen } from './contest-notices.ts';
import { findUnfinishedId, lockRound, type RoundRecord } from './rounds.repo.ts';
import { enteredText, listSubmissions, type SubmissionRecord } from './submissions.repo.ts';

/**
 * The life of a round. Every step is taken under the locks of story and round, by the database's clock read after them,
 * and is one row of the log; so whoever comes to it, a tick or a member, in however many processes, it happens once.
 */

/** Takes the steps that are due, in a transaction of its own. */
export async function advanceRound(ctx: ChapterCtx, roundId: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockUpToDate(inner, roundId);
  });
}

/** The round, locked, with every step that was due taken: whatever is decided now is decided about it as it is. */
export async function lockUpToDate(ctx: ChapterCtx, roundId: string): Promise<RoundRecord | null> {
  for (;;) {
    const round = await lockRound(ctx.db, roundId);
    const step = round && nextStep(round.times, round.counts, round.now);
    if (!step) return round;
    // Nobody's act: the clock's.
    await takeStep({ ...ctx, actor: null }, round, step);
  }
}

/** Something that a round hangs on has changed: who takes part, the story's rules, an entry. */
export async function advanceStory(ctx: ChapterCtx, storyId: string): Promise<void> {
  const roundId = await findUnfinishedId(ctx.db, storyId);
  if (roundId !== null) await advanceRound(ctx, roundId);
}

async function takeStep(ctx: ChapterCtx, round: RoundRecord, step: RoundStep): Promise<void> {
  if (step.action === 'start') await start(ctx, round, step);
  else if (step.action === 'open_voting') await openVoting(ctx, round, step);
  else await complete(ctx, round, step);
  await invalidateCacheTags(ctx, storyTag(round.story.id), HOME_TAG);
}

async function move(
  ctx: ChapterCtx,
  { id, times }: RoundRecord,
  action: RoundStep['action'],
  also: ColumnChanges<'rounds'>,
): Promise<void> {
  const holder = { kind: 'round', id, table: 'rounds', column: 'status' } as const;
  const to = next(roundMachine, times.status, action);
  await moveStatus(ctx.db, holder, { action, from: times.status, to, actorId: ctx.actor?.id ?? null }, also);
}

/** From here on the round has rules of its own: what the creator changes later is for later rounds. */
async function start(ctx: ChapterCtx, round: RoundRecord, step: RoundStep): Promise<void> {
  const { startedAt, writingEndsAt, writingHours, votingHours } = afterStep(round.times, step);
  const { minUnits, maxUnits, minParticipants, language } = round.rules;
  await move(ctx, round, 'start', {
    started_at: startedAt,
    writing_ends_at: writingEndsAt,
    writing_hours: writingHours,
    voting_hours: votingHours,
    min_units: minUnits,
    max_units: maxUnits,
    language,
    min_participants: minParticipants,
  });
  await notifyStarted(ctx, round, writingEndsAt!);
}

async function openVoting(ctx: ChapterCtx, round: RoundRecord, step: RoundStep): Promise<void> {
  const { votingStartedAt, votingEndsAt } = afterStep(round.times, step);
  await move(ctx, round, 'open_voting', { voting_started_at: votingStartedAt, voting_ends_at: votingEndsAt });
  await putOnBallot(ctx, round.id, step.at);
  await notifyVotingOpen(ctx, round, votingEndsAt!);
}

async function putOnBallot(ctx: ChapterCtx, roundId: string, at: Date): Promise<void> {
  await ctx.db
    .updateTable('submissions')
    .set({ ballot_at: at })
    .where('round_id', '=', roundId)
    .where('status', '=', 'approved')
    .where('ballot_at', 'is', null)
    .execute();
}

type Candidate = SubmissionRecord & { votes: number; submittedAt: Date };

/** Counts the votes from their rows, and makes the winner the next chapter of the story. */
async function complete(ctx: ChapterCtx, round: RoundRecord, step: RoundStep): Promise<void> {
  // One entry alone goes on without a vote.
  if (round.times.status === 'writing') await putOnBallot(ctx, round.id, step.at);
  const candidates = inOrderOfVotes(await countVotes(ctx, round.id));
  const winner = candidates[0] ?? null;
  const votes = candidates.reduce((sum, candidate) => sum + candidate.votes, 0);
  await move(ctx, round, 'complete', { completed_at: step.at, winner_id: winner?.id ?? null, votes });
  if (winner) {
    await publishSubmission(ctx, winner.chapterId, {
      title: winner.title!,
      summary: winner.summary!,
      document: await enteredText(ctx.db, winner.id),
      version: winner.version!,
    });
  }
  await notifyResult(ctx, round, winner);
}

async function countVotes(ctx: ChapterCtx, roundId: string): Promise<Candidate[]> {
  await sql`update submissions s set votes = (select count(*) from votes v where v.submission_id = s.id)
    where s.round_id = ${roundId} and s.status = 'approved' and s.ballot_at is not null`.execute(ctx.db);
  const entries = await listSubmissions(ctx.db, roundId);
  return entries.filter((entry): entry is Candidate => entry.status === 'approved' && entry.votes !== null);
}

/** Ends a round that nobody can go on with, without a winner. Within the open transaction, with the story locked. */
export async function endWithoutWinner(ctx: ChapterCtx, roundId: string): Promise<void> {
  const round = await lockUpToDate(ctx, roundId);
  if (!round || round.times.status === 'completed') return;
  if (round.times.status === 'scheduled') {
    await ctx.db.deleteFrom('rounds').where('id', '=', roundId).execute();
    return;
  }
  await move(ctx, round, 'complete', { completed_at: round.now, winner_id: null, votes: 0 });
  await notifyResult(ctx, round, null);
}

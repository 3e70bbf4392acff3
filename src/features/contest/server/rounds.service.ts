import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { lockStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { databaseNow } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { RoundView } from '../contract.ts';
import { SCHEDULE_AHEAD } from '../model/contest-limits.ts';
import { canChangeRound, canCreateRound } from '../model/contest-policy.ts';
import { contestRulesOf } from '../model/mode.ts';
import { advanceStory, announceRound, lockUpToDate } from './advance.ts';
import { toRoundView } from './round-views.ts';
import { contestFacts, insertRound, type RoundRecord, removeRound, reschedule } from './rounds.repo.ts';

/**
 * Creates a round. Throws the errors of `canCreateRound`, and too_few_participants with the number of missing writers
 * for a round that starts now.
 */
export async function createRound(
  ctx: Ctx,
  input: { storyId: string; start: 'now' | 'when_enough' | 'at'; startsAt?: string | undefined },
): Promise<RoundView> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStory(inner.db, input.storyId);
    if (!story) throw new AppError('story_not_found');
    // Completes a round that is due first, so that the next one can follow right away.
    await advanceStory(inner, story.id);
    const { writerCount, ...facts } = await contestFacts(inner.db, story);
    authorize(canCreateRound(ctx.actor, facts));
    const now = await databaseNow(inner.db);
    const missing = contestRulesOf(story).minParticipants - writerCount;
    if (input.start === 'now' && missing > 0)
      throw new AppError('too_few_participants', { params: { missing }, details: { missing } });
    const startsAt = { now, when_enough: null, at: startTime(input.startsAt ?? null, now) }[input.start];
    if (input.start === 'at' && startsAt === null) throw fieldError('startsAt', 'required');
    const id = await insertRound(inner.db, story, startsAt);
    return settled(inner, id);
  });
}

/** Takes all due steps, updates the pages, and returns the public view of the round. */
async function settled(ctx: Ctx, roundId: string): Promise<RoundView> {
  const round = await lockUpToDate(ctx, roundId);
  await announceRound(ctx, round!.story.id);
  return toRoundView(ctx, round!);
}

/** Parses a start time. Throws if it is in the past or too far ahead. */
function startTime(given: string | null, now: Date): Date | null {
  if (given === null) return null;
  const date = new Date(given);
  if (date <= now) throw fieldError('startsAt', 'start_past');
  if (date.getTime() - now.getTime() > SCHEDULE_AHEAD) throw fieldError('startsAt', 'start_too_far');
  return date;
}

/** Locks and returns the round if the caller may change it. Throws otherwise. */
async function changeable(ctx: Ctx, roundId: string): Promise<RoundRecord> {
  const round = await lockUpToDate(ctx, roundId);
  if (!round) throw new AppError('round_not_found');
  authorize(canChangeRound(ctx.actor, { story: round.story.facts, status: round.times.status }));
  return round;
}

/** Changes the start of a scheduled round. Null starts it as soon as there are enough writers. */
export async function updateRound(ctx: Ctx, input: { roundId: string; startsAt: string | null }): Promise<RoundView> {
  return inTransaction(ctx, async (inner) => {
    const round = await changeable(inner, input.roundId);
    await reschedule(inner.db, round.id, startTime(input.startsAt, round.now));
    return settled(inner, round.id);
  });
}

/** Cancels a scheduled round. */
export async function deleteRound(ctx: Ctx, input: { roundId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const round = await changeable(inner, input.roundId);
    await removeRound(inner.db, round.id);
    await announceRound(inner, round.story.id);
    return DONE;
  });
}

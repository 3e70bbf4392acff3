import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { HOME_TAG, lockStory, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { databaseNow } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { RoundView } from '../contract.ts';
import { SCHEDULE_AHEAD } from '../model/contest-limits.ts';
import { canChangeRound, canCreateRound } from '../model/contest-policy.ts';
import { advanceStory, lockUpToDate } from './advance.ts';
import { toRoundView } from './round-views.ts';
import { contestFacts, type RoundRecord } from './rounds.repo.ts';

/**
 * The creator begins a round. Errors: those of `canCreateRound`; too_few_participants, with how many are missing, for one
 * that is to start now.
 */
export async function createRound(
  ctx: ChapterCtx,
  input: { storyId: string; start: 'now' | 'when_enough' | 'at'; startsAt?: string | undefined },
): Promise<RoundView> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStory(inner.db, input.storyId);
    if (!story) throw new AppError('story_not_found');
    // A round whose time is up is completed first, so that the next can follow it at once.
    await advanceStory(inner, story.id);
    const { writerCount, ...facts } = await contestFacts(inner.db, story);
    authorize(canCreateRound(ctx.actor, facts));
    const now = await databaseNow(inner.db);
    const missing = story.contest.minParticipants - writerCount;
    if (input.start === 'now' && missing > 0)
      throw new AppError('too_few_participants', { params: { missing }, details: { missing } });
    const startsAt = { now, when_enough: null, at: startTime(input.startsAt ?? null, now) }[input.start];
    if (input.start === 'at' && startsAt === null) throw fieldError('startsAt', 'required');
    const { last } = await inner.db
      .selectFrom('rounds')
      .where('story_id', '=', story.id)
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const { id } = await inner.db
      .insertInto('rounds')
      .values({
        story_id: story.id,
        number: (last ?? 0) + 1,
        writing_hours: story.contest.writingHours,
        voting_hours: story.contest.votingHours,
        min_units: story.minUnits,
        max_units: story.maxUnits,
        language: story.published.language,
        min_participants: story.contest.minParticipants,
        starts_at: startsAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return settled(inner, id);
  });
}

/** The round after every step that is due already, as the world is to see it. */
async function settled(ctx: ChapterCtx, roundId: string): Promise<RoundView> {
  const round = await lockUpToDate(ctx, roundId);
  await invalidateCacheTags(ctx, storyTag(round!.story.id), HOME_TAG);
  return toRoundView(ctx, round!);
}

/** A start that lies ahead, and not too far. */
function startTime(given: string | null, now: Date): Date | null {
  if (given === null) return null;
  const date = new Date(given);
  if (date <= now) throw fieldError('startsAt', 'start_past');
  if (date.getTime() - now.getTime() > SCHEDULE_AHEAD) throw fieldError('startsAt', 'start_too_far');
  return date;
}

/** The round, locked, if the caller may change it. */
async function changeable(ctx: ChapterCtx, roundId: string): Promise<RoundRecord> {
  const round = await lockUpToDate(ctx, roundId);
  if (!round) throw new AppError('round_not_found');
  authorize(canChangeRound(ctx.actor, { story: round.story.facts, status: round.times.status }));
  return round;
}

/** Moves the start of a round that has not begun; null starts it as soon as enough take part. */
export async function updateRound(
  ctx: ChapterCtx,
  input: { roundId: string; startsAt: string | null },
): Promise<RoundView> {
  return inTransaction(ctx, async (inner) => {
    const round = await changeable(inner, input.roundId);
    await inner.db
      .updateTable('rounds')
      .set({ starts_at: startTime(input.startsAt, round.now), told_short_at: null })
      .where('id', '=', round.id)
      .execute();
    return settled(inner, round.id);
  });
}

/** Gives up a round that has not begun. */
export async function deleteRound(ctx: ChapterCtx, input: { roundId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const round = await changeable(inner, input.roundId);
    await inner.db.deleteFrom('rounds').where('id', '=', round.id).execute();
    await invalidateCacheTags(inner, storyTag(round.story.id), HOME_TAG);
    return DONE;
  });
}

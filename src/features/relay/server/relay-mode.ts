import { fieldError } from '#core/errors.ts';
import type { ChapterCtx, WritingModeOnServer } from '#features/chapters/server/index.ts';
import { isParticipant, type MembershipEffects, storiesWrittenIn } from '#features/participation/server/index.ts';
import { findStory, type StoryAtHand, type StoryRecord } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { queueOf } from '../model/queue.ts';
import { afterReview, stop, wind } from '../model/turn-clock.ts';
import { relayRules, type TurnFacts } from '../model/turn-policy.ts';
import { clockRuns, loadRelay, type RelayState, setPhase, toEndOfQueue, turnLength } from './turns.repo.ts';
import { lockRelay, passOn, settle } from './turns.service.ts';

/** The facts of the turn for the caller, as they are now. */
export function turnFacts(state: RelayState, actorId: string | null, participates: boolean): TurnFacts {
  const { story, turn, seats, now } = state;
  return {
    story: story.facts,
    progress: story.progress,
    isParticipant: participates,
    isBenched: seats.some((seat) => seat.accountId === actorId && seat.benched),
    waiting: turn ? queueOf(seats, turn.writerId).length : 0,
    turn: turn && {
      writerId: turn.writerId,
      phase: turn.phase,
      isOver: turn.clock.deadline !== null && turn.clock.deadline <= now,
      hasClock: turn.clock.deadline !== null,
      extended: turn.extended,
    },
  };
}

export async function loadTurnFacts(ctx: Ctx, story: StoryRecord): Promise<TurnFacts & { state: RelayState }> {
  const state = await loadRelay(ctx.db, story);
  const actorId = ctx.actor?.id ?? null;
  const participates = actorId !== null && (await isParticipant(ctx.db, story.id, actorId));
  return { ...turnFacts(state, actorId, participates), state };
}

async function storyOf(ctx: Ctx, { id }: StoryAtHand): Promise<StoryRecord> {
  const story = await findStory(ctx.db, id);
  if (!story) throw new Error(`The relay ${id} was asked about and is not there`);
  return story;
}

/** A relay as chapters know it: one line, one writer at a time, and the turn passes with each chapter that appears. */
export const relayMode: Omit<WritingModeOnServer<TurnFacts>, 'order'> = {
  ...relayRules,
  loadFacts: async (ctx, story) => loadTurnFacts(ctx, await storyOf(ctx, story)),
  async onSubmit(ctx: ChapterCtx, chapter, { nextAuthorId }) {
    const state = await lockRelay(ctx, chapter.storyId);
    // The first chapter goes with its story, before there are turns.
    if (!state?.turn) return;
    const { turn, seats, now } = state;
    const waiting = queueOf(seats, turn.writerId);
    const isAlone = waiting.length === 0;
    if (!isAlone && nextAuthorId === null) throw fieldError('nextAuthorId', 'next_author_missing');
    const fits = isAlone
      ? nextAuthorId === null || nextAuthorId === turn.writerId
      : waiting.some((seat) => seat.accountId === nextAuthorId);
    if (!fits) throw fieldError('nextAuthorId', 'next_author_not_waiting');
    await setPhase(ctx.db, turn.id, 'review', { clock: stop(turn.clock, now), nextId: isAlone ? null : nextAuthorId });
    await settle(ctx, chapter.storyId);
  },
  async onReturned(ctx: ChapterCtx, chapter, action) {
    const state = await lockRelay(ctx, chapter.storyId);
    if (!state?.turn || state.turn.writerId !== chapter.facts.authorId || state.turn.phase !== 'review') return;
    const { turn, story, now } = state;
    const clock = wind(afterReview(turn.clock, action), {
      runs: clockRuns(state, turn.writerId),
      length: turnLength(story),
      now,
    });
    await setPhase(ctx.db, turn.id, 'writing', { clock, nextId: null });
    await settle(ctx, chapter.storyId);
  },
  async onPublished(ctx: ChapterCtx, chapter) {
    const state = await lockRelay(ctx, chapter.storyId);
    if (state?.turn?.writerId === chapter.facts.authorId) await passOn(ctx, state, 'published', state.turn.nextId);
  },
};

/** What coming and going does to the turn. */
export const relayMembership: MembershipEffects = {
  async joined(ctx: ChapterCtx, storyId, accountId) {
    await toEndOfQueue(ctx.db, storyId, accountId, 'afresh');
    await settle(ctx, storyId);
  },
  async left(ctx: ChapterCtx, storyId, accountId) {
    await ctx.db
      .deleteFrom('relay_seats')
      .where('story_id', '=', storyId)
      .where('account_id', '=', accountId)
      .execute();
    const state = await lockRelay(ctx, storyId);
    if (state?.turn?.writerId === accountId) await passOn(ctx, state, 'left');
    else await settle(ctx, storyId);
  },
  async currentWriter(ctx, storyId) {
    const row = await ctx.db
      .selectFrom('relay_turns')
      .select('account_id')
      .where('story_id', '=', storyId)
      .where('phase', '<>', 'ended')
      .executeTakeFirst();
    return row?.account_id ?? null;
  },
};

/** A member can write no more: every turn of theirs passes at once, in each of their relays. */
export async function passTurnsOf(ctx: ChapterCtx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'relay')) {
    await inTransaction(ctx, async (inner) => {
      const state = await lockRelay(inner, storyId);
      if (state?.turn?.writerId === accountId) await passOn(inner, state, 'restricted');
      else await settle(inner, storyId);
    });
  }
}

/** They can again: where nobody had the turn it is theirs. */
export async function settleRelaysOf(ctx: ChapterCtx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'relay'))
    await inTransaction(ctx, (inner) => settle(inner, storyId));
}

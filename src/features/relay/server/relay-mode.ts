import { fieldError } from '#core/errors.ts';
import { bindMode, lineOrder } from '#features/chapters/server/index.ts';
import { storiesWrittenIn } from '#features/participation/server/index.ts';
import { HOME_TAG, type StoryState, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx, Ports } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Listener } from '#platform/features/events.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { queueOf } from '../model/queue.ts';
import { relayRules, type TurnFacts } from '../model/turn-policy.ts';
import { afterReview, pauseTimer, updateTimer } from '../model/turn-timer.ts';
import { settleTurnNotices } from './turn-notices.ts';
import {
  findTurns,
  isTimerRunning,
  leaveQueue,
  loadRelay,
  loadTurns,
  type RelayState,
  setPhase,
  toEndOfQueue,
  turnLength,
} from './turns.repo.ts';
import { advanceTurn, lockRelay, reconcileTurn } from './turns.service.ts';

/** Returns the current facts about the turn, for one caller. */
export function turnFacts(state: RelayState, actorId: string | null): TurnFacts {
  const { story, turn, queueEntries, now } = state;
  return {
    story: story.facts,
    progress: story.progress,
    isParticipant: queueEntries.some((entry) => entry.accountId === actorId),
    isSkipped: queueEntries.some((entry) => entry.accountId === actorId && entry.skipped),
    waiting: turn ? queueOf(queueEntries, turn.writerId).length : 0,
    turn: turn && {
      writerId: turn.writerId,
      phase: turn.phase,
      isOver: turn.timer.deadline !== null && turn.timer.deadline <= now,
      hasTimer: turn.timer.deadline !== null,
      extended: turn.extended,
    },
  };
}

export async function loadTurnFacts(ctx: Ctx, story: StoryState): Promise<TurnFacts & { state: RelayState }> {
  const state = { ...(await findTurns(ctx, story.id)), story };
  return { ...turnFacts(state, ctx.actor?.id ?? null), state };
}

/**
 * The writing mode of relays: a single line of chapters, one writer at a time. Each published chapter passes the turn.
 */
export const relayMode = bindMode<TurnFacts>({
  ...relayRules,
  order: lineOrder,
  loadFacts: loadTurnFacts,
  async onSubmit(ctx: Ctx, chapter, { nextAuthorId }) {
    const { turn, queueEntries, now } = await loadTurns(ctx.db, chapter.storyId);
    // The first chapter is submitted with its story, before there are turns.
    if (!turn) return;
    const waiting = queueOf(queueEntries, turn.writerId);
    const isAlone = waiting.length === 0;
    if (!isAlone && nextAuthorId === null) throw fieldError('nextAuthorId', 'next_author_missing');
    const fits = isAlone
      ? nextAuthorId === null || nextAuthorId === turn.writerId
      : waiting.some((entry) => entry.accountId === nextAuthorId);
    if (!fits) throw fieldError('nextAuthorId', 'next_author_not_waiting');
    await setPhase(ctx.db, turn.id, 'review', {
      timer: pauseTimer(turn.timer, now),
      nextId: isAlone ? null : nextAuthorId,
    });
    await settleTurnNotices(ctx, turn);
    await invalidateCacheTags(ctx, storyTag(chapter.storyId), HOME_TAG);
    await publishTopics(ctx, `story:${chapter.storyId}`);
  },
  async onReturned(ctx: Ctx, chapter, action) {
    const state = await loadRelay(ctx.db, chapter.story);
    if (!state.turn || state.turn.writerId !== chapter.facts.authorId || state.turn.phase !== 'review') return;
    const { turn, story, now } = state;
    const timer = updateTimer(afterReview(turn.timer, action), {
      runs: isTimerRunning(state, turn.writerId),
      length: turnLength(story),
      now,
    });
    await setPhase(ctx.db, turn.id, 'writing', { timer, nextId: null });
    await reconcileTurn(ctx, chapter.storyId);
  },
  async onPublished(ctx: Ctx, chapter) {
    const state = await loadRelay(ctx.db, chapter.story);
    if (state.turn?.writerId === chapter.facts.authorId) await advanceTurn(ctx, state, 'published', state.turn.nextId);
  },
});

/** Adds a new writer to the end of the queue. */
export const joinRelay: Listener<'participant.joined'> = async (ctx, { storyId, mode, accountId }) => {
  if (mode !== 'relay') return;
  await toEndOfQueue(ctx.db, storyId, accountId, 'reset');
  await reconcileTurn(ctx, storyId);
};

/** Passes on the turn of a writer who leaves. */
export const leaveRelay: Listener<'participant.left'> = async (ctx, { storyId, mode, accountId }) => {
  if (mode !== 'relay') return;
  await leaveQueue(ctx.db, storyId, accountId);
  const state = await lockRelay(ctx, storyId);
  if (state?.turn?.writerId === accountId) await advanceTurn(ctx, state, 'left');
  else await reconcileTurn(ctx, storyId);
};

export const turnHolder: Ports['turnHolder'] = async (ctx, { id, mode }) => {
  if (mode !== 'relay') return null;
  const { turn } = await findTurns(ctx, id);
  return turn?.writerId ?? null;
};

/** Call when a member can no longer write. Ends their turns in all relays right away. */
export async function advanceTurnsOf(ctx: Ctx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'relay')) {
    await inTransaction(ctx, async (inner) => {
      const state = await lockRelay(inner, storyId);
      if (state?.turn?.writerId === accountId) await advanceTurn(inner, state, 'restricted');
      else await reconcileTurn(inner, storyId);
    });
  }
}

/** Call when a member can write again. They get the turn in relays where no one has it. */
export async function reconcileTurnsOf(ctx: Ctx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'relay'))
    await inTransaction(ctx, (inner) => reconcileTurn(inner, storyId));
}

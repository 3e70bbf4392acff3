import { releaseNumbers } from '#features/chapters/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { HOME_TAG, lockStory, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { nextWriter } from '../model/queue.ts';
import type { TurnEnding } from '../model/turn.ts';
import { type TurnTimer, updateTimer } from '../model/turn-timer.ts';
import {
  closeTurn,
  insertTurn,
  isTimerRunning,
  type LockedRelay,
  loadRelay,
  restartTimer,
  saveTimer,
  toEndOfQueue,
  turnLength,
} from './turns.repo.ts';

/**
 * The turns of relays. Everything here runs in an open transaction with the story locked, so that these functions never
 * run concurrently for a story. The unique index of open turns guarantees it.
 */

/** Locks the story and loads the relay. Null if the story isn’t a relay. */
export async function lockRelay(ctx: Ctx, storyId: string): Promise<LockedRelay | null> {
  const story = await lockStory(ctx.db, storyId);
  return story?.mode === 'relay' ? loadRelay(ctx.db, story) : null;
}

/** How the end of a turn changes its writer’s count of missed turns. */
const MISS_COUNT = {
  published: 'reset',
  expired: 'increment',
  passed: 'keep',
  reassigned: 'keep',
  restricted: 'keep',
} as const;

/** Ends the open turn, and starts the next one for the preferred writer if possible, else by the queue. */
export async function advanceTurn(
  ctx: Ctx,
  state: LockedRelay,
  ending: TurnEnding,
  preferredId: string | null = null,
): Promise<void> {
  const { story, turn } = state;
  if (turn) {
    await closeTurn(ctx.db, turn.id, ending);
    // A writer who left is no longer in the queue.
    if (ending !== 'left') await toEndOfQueue(ctx.db, story.id, turn.writerId, MISS_COUNT[ending]);
    // What they have written stays a draft. The next chapter gets its number.
    if (ending !== 'published') await releaseNumbers(ctx, story.id, turn.writerId);
  }
  const nextId = await startNextTurn(ctx, await loadRelay(ctx.db, story), {
    lastId: turn?.writerId ?? null,
    preferredId,
  });
  if (turn && (ending === 'expired' || ending === 'reassigned' || ending === 'left')) {
    await notify(ctx, {
      to: turn.writerId,
      type: 'relay_turn_passed',
      storyId: story.id,
      params: {
        story: story.published.title,
        cause: ending,
        ...(await named(ctx, 'next', nextId === turn.writerId ? null : nextId)),
      },
    });
  }
  await invalidateCacheTags(ctx, storyTag(story.id), HOME_TAG);
}

/** Starts the next writer’s turn and notifies them. Returns their id, or null if no one can write. */
async function startNextTurn(
  ctx: Ctx,
  state: LockedRelay,
  { lastId, preferredId }: { lastId: string | null; preferredId: string | null },
): Promise<string | null> {
  const { story, now } = state;
  const writerId = nextWriter(state.queueEntries, lastId, preferredId);
  if (writerId === null || story.progress === 'ended' || !isPublicStory(story.facts)) return null;
  const fresh: TurnTimer = { deadline: null, remaining: null };
  const clock = updateTimer(fresh, { runs: isTimerRunning(state, writerId), length: turnLength(story), now });
  await insertTurn(ctx.db, story.id, writerId, clock);
  // No notification if the writer continues alone.
  if (writerId === lastId || state.queueEntries.length === 1) return writerId;
  await notifyWriter(ctx, state, writerId, { lastId, deadline: clock.deadline });
  return writerId;
}

/** `lastId` is the previous writer, or null if the message shouldn’t name one. */
async function notifyWriter(
  ctx: Ctx,
  { story, nextNumber: number }: LockedRelay,
  writerId: string,
  { lastId, deadline }: { lastId: string | null; deadline: Date | null },
): Promise<void> {
  await notify(ctx, {
    to: writerId,
    type: 'relay_your_turn',
    storyId: story.id,
    params: {
      story: story.published.title,
      number,
      ...(await named(ctx, 'from', lastId)),
      deadline: deadline?.getTime() ?? 0,
    },
  });
}

/** Message parameters for a member. Without one, an empty name. */
async function named(ctx: Ctx, as: 'from' | 'next', accountId: string | null): Promise<Record<string, string>> {
  if (accountId === null) return { [as]: '' };
  const row = await ctx.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { [as]: row.username, [`${as}_id`]: accountId };
}

/** Call when the set of available writers changes. Starts a turn if none is open, and runs or pauses its timer. */
export async function reconcileTurn(ctx: Ctx, storyId: string): Promise<void> {
  const state = await lockRelay(ctx, storyId);
  if (!state) return;
  const { story, turn, now } = state;
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  if (turn === null) {
    await startNextTurn(ctx, state, { lastId: null, preferredId: null });
    return;
  }
  if (turn.phase !== 'writing') return;
  const runs = isTimerRunning(state, turn.writerId);
  const { deadline, remaining } = turn.timer;
  if (runs && deadline === null && remaining === null) {
    // The timer has never run before, so the writer is notified of the deadline.
    const restarted = updateTimer(turn.timer, { runs, length: turnLength(story), now });
    await restartTimer(ctx.db, turn.id, restarted);
    return notifyWriter(ctx, state, turn.writerId, { lastId: null, deadline: restarted.deadline });
  }
  // If no one else is waiting, the remaining time is discarded. A paused story keeps it.
  const rests = story.progress !== 'ongoing' || !isPublicStory(story.facts);
  const clock = updateTimer(turn.timer, { runs, length: turnLength(story), now });
  await saveTimer(ctx.db, turn.id, runs || rests ? clock : { deadline: null, remaining: null });
}

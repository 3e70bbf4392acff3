import { releaseNumbers } from '#features/chapters/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { HOME_TAG, lockStory, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { nextWriter } from '../model/queue.ts';
import type { TurnEnding } from '../model/turn.ts';
import { type TurnTimer, updateTimer } from '../model/turn-timer.ts';
import { notifyPassed, notifyRest, notifyWriter, settleTurnNotices } from './turn-notices.ts';
import {
  cancelRestReminder,
  closeTurn,
  insertTurn,
  isTimerRunning,
  type LockedRelay,
  loadRelay,
  planRestReminder,
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
    await settleTurnNotices(ctx, turn);
    // A writer who left is no longer in the queue.
    if (ending !== 'left') await toEndOfQueue(ctx.db, story.id, turn.writerId, MISS_COUNT[ending]);
    // What they have written stays a draft. The next chapter gets its number.
    if (ending !== 'published') await releaseNumbers(ctx, story.id, turn.writerId);
  }
  const after = await loadRelay(ctx.db, story);
  const lastId = turn?.writerId ?? null;
  const nextId = await startNextTurn(ctx, after, { lastId, hasWritten: ending === 'published', preferredId });
  if (turn && (ending === 'expired' || ending === 'reassigned' || ending === 'left'))
    await notifyPassed(ctx, after, turn, { cause: ending, nextId });
  if (turn) {
    if (nextId === null && story.progress !== 'ended') await planRestReminder(ctx.db, turn.id, turnLength(story));
    // A writer who continues alone after publishing has been alone before.
    if (ending !== 'published' || nextId !== lastId) await notifyRest(ctx, after, nextId, turn.id);
  }
  await invalidateCacheTags(ctx, storyTag(story.id), HOME_TAG);
  // A published chapter has its own event.
  if (ending !== 'published') await publishTopics(ctx, `story:${story.id}`);
}

/** Starts the next writer’s turn and notifies them. Returns their id, or null if no one can write. */
async function startNextTurn(
  ctx: Ctx,
  state: LockedRelay,
  { lastId, hasWritten, preferredId }: { lastId: string | null; hasWritten: boolean; preferredId: string | null },
): Promise<string | null> {
  const { story, now } = state;
  const writerId = nextWriter(state.queueEntries, lastId, preferredId);
  if (writerId === null || story.progress === 'ended' || !isPublicStory(story.facts)) return null;
  const fresh: TurnTimer = { deadline: null, remaining: null };
  const length = turnLength(story);
  const clock = updateTimer(fresh, { runs: isTimerRunning(state, writerId), length, now });
  const id = await insertTurn(ctx.db, { storyId: story.id, writerId, length }, clock);
  // No notification if the writer continues alone, or begins the relay alone.
  if (writerId === lastId || (lastId === null && state.queueEntries.length === 1)) return writerId;
  const fromId = hasWritten ? lastId : null;
  await notifyWriter(ctx, state, { id, writerId }, { fromId, deadline: clock.deadline });
  return writerId;
}

/** Call when the set of available writers changes. Starts a turn if none is open, and runs or pauses its timer. */
export async function reconcileTurn(ctx: Ctx, storyId: string): Promise<void> {
  const state = await lockRelay(ctx, storyId);
  if (!state) return;
  const { story, turn, now } = state;
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  await publishTopics(ctx, `story:${storyId}`);
  if (turn === null) {
    const nextId = await startNextTurn(ctx, state, { lastId: null, hasWritten: false, preferredId: null });
    if (nextId !== null) await cancelRestReminder(ctx.db, storyId);
    return;
  }
  if (turn.phase !== 'writing') return;
  const runs = isTimerRunning(state, turn.writerId);
  const { deadline, remaining } = turn.timer;
  const length = turnLength(story);
  if (runs && deadline === null && remaining === null) {
    // The timer has never run before, so the writer is notified of the deadline.
    const restarted = updateTimer(turn.timer, { runs, length, now });
    await restartTimer(ctx.db, turn.id, restarted);
    return notifyWriter(ctx, state, turn, { fromId: null, deadline: restarted.deadline });
  }
  // If no one else is waiting, the remaining time is discarded. A paused story keeps it.
  const rests = story.progress !== 'ongoing' || !isPublicStory(story.facts);
  const clock = updateTimer(turn.timer, { runs, length, now });
  await saveTimer(ctx.db, turn.id, runs || rests ? clock : { deadline: null, remaining: null }, length);
  if (deadline !== null && !runs) await notifyRest(ctx, state, turn.writerId, `${turn.id}:${deadline.getTime()}`);
}

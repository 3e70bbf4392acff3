import { type ChapterCtx, releaseNumbers } from '#features/chapters/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { HOME_TAG, lockStory, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { nextWriter } from '../model/queue.ts';
import type { TurnEnding } from '../model/turn.ts';
import { type TurnTimer, updateTimer } from '../model/turn-timer.ts';
import {
  closeTurn,
  insertTurn,
  isTimerRunning,
  type LockedRelay,
  loadTurns,
  restartTimer,
  saveTimer,
  toEndOfQueue,
  turnLength,
} from './turns.repo.ts';

/**
 * The turn of a relay. Everything here runs in an open transaction with the story locked, so that two of these never
 * meet; the database's index of open turns has the last word.
 */

/** The relay with its story locked; null when there is none. */
export async function lockRelay(ctx: ChapterCtx, storyId: string): Promise<LockedRelay | null> {
  const story = await lockStory(ctx.db, storyId);
  return story?.mode === 'relay' ? { ...(await loadTurns(ctx.db, storyId)), story } : null;
}

/** What the end of a turn makes of the turns that its writer missed. */
const MISS_COUNT = {
  published: 'reset',
  expired: 'increment',
  handed_on: 'keep',
  reassigned: 'keep',
  restricted: 'keep',
} as const;

/** Ends the turn that is on, as `ending` says, and gives the next one: to the one wished for, else by the queue. */
export async function advanceTurn(
  ctx: ChapterCtx,
  state: LockedRelay,
  ending: TurnEnding,
  preferredId: string | null = null,
): Promise<void> {
  const { story, turn } = state;
  if (turn) {
    await closeTurn(ctx.db, turn.id, ending);
    // Who left has no entry any more.
    if (ending !== 'left') await toEndOfQueue(ctx.db, story.id, turn.writerId, MISS_COUNT[ending]);
    // What they have written stays theirs as a draft; its place in the line is the next one's.
    if (ending !== 'published') await releaseNumbers(ctx, story.id, turn.writerId);
  }
  const nextId = await startNextTurn(
    ctx,
    { ...(await loadTurns(ctx.db, story.id)), story },
    { lastId: turn?.writerId ?? null, preferredId },
  );
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

/** Gives the turn to whoever comes next, and tells them; answers whom, null when nobody can write. */
async function startNextTurn(
  ctx: ChapterCtx,
  state: LockedRelay,
  { lastId, preferredId }: { lastId: string | null; preferredId: string | null },
): Promise<string | null> {
  const { story, now } = state;
  const writerId = nextWriter(state.queueEntries, lastId, preferredId);
  if (writerId === null || story.progress === 'ended' || !isPublicStory(story.facts)) return null;
  const fresh: TurnTimer = { deadline: null, remaining: null };
  const clock = updateTimer(fresh, { runs: isTimerRunning(state, writerId), length: turnLength(story), now });
  await insertTurn(ctx.db, story.id, writerId, clock);
  // Alone one goes on by oneself and needs no word about it.
  if (writerId === lastId || state.queueEntries.length === 1) return writerId;
  await notifyWriter(ctx, state, writerId, { lastId, deadline: clock.deadline });
  return writerId;
}

/** `lastId` is who wrote before, null where that says nothing. */
async function notifyWriter(
  ctx: ChapterCtx,
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

/** A member in the parameters of a message; an empty name for nobody. */
async function named(ctx: ChapterCtx, as: 'from' | 'next', accountId: string | null): Promise<Record<string, string>> {
  if (accountId === null) return { [as]: '' };
  const row = await ctx.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { [as]: row.username, [`${as}_id`]: accountId };
}

/** Somebody came, went, or can write again: a story without a turn gets one, and the clock runs only if somebody waits. */
export async function reconcileTurn(ctx: ChapterCtx, storyId: string): Promise<void> {
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
    // Alone there was no clock; from now on there is one, which the writer has to know.
    const restarted = updateTimer(turn.timer, { runs, length: turnLength(story), now });
    await restartTimer(ctx.db, turn.id, restarted);
    return notifyWriter(ctx, state, turn.writerId, { lastId: null, deadline: restarted.deadline });
  }
  // Nobody waits any more: what was left means nothing. A story that rests keeps it.
  const rests = story.progress !== 'ongoing' || !isPublicStory(story.facts);
  const clock = updateTimer(turn.timer, { runs, length: turnLength(story), now });
  await saveTimer(ctx.db, turn.id, runs || rests ? clock : { deadline: null, remaining: null });
}

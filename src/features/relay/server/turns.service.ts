import { type ChapterCtx, freePlaces } from '#features/chapters/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { HOME_TAG, lockStory, storyTag } from '#features/stories/server/index.ts';
import { touch } from '#platform/cache/changes.ts';
import { nextWriter } from '../model/queue.ts';
import type { TurnEnding } from '../model/turn.ts';
import { type TurnClock, wind } from '../model/turn-clock.ts';
import {
  clockRuns,
  closeTurn,
  insertTurn,
  loadRelay,
  type RelayState,
  setClock,
  toEndOfQueue,
  turnLength,
  windAnew,
} from './turns.repo.ts';

/**
 * The turn of a relay. Everything here runs in an open transaction with the story locked, so that two of these never
 * meet; the database's index of open turns has the last word.
 */

/** The relay with its story locked; null when there is none. */
export async function lockRelay(ctx: ChapterCtx, storyId: string): Promise<RelayState | null> {
  const story = await lockStory(ctx.db, storyId);
  return story?.mode === 'relay' ? loadRelay(ctx.db, story) : null;
}

/** What the end of a turn makes of the turns that its writer missed. */
const MISSES = {
  published: 'afresh',
  expired: 'missed',
  handed_on: 'kept',
  reassigned: 'kept',
  restricted: 'kept',
} as const;

/** Ends the turn that is on, as `ending` says, and gives the next one: to the one wished for, else by the queue. */
export async function passOn(
  ctx: ChapterCtx,
  state: RelayState,
  ending: TurnEnding,
  wish: string | null = null,
): Promise<void> {
  const { story, turn } = state;
  if (turn) {
    await closeTurn(ctx.db, turn.id, ending);
    // Who left has no seat any more.
    if (ending !== 'left') await toEndOfQueue(ctx.db, story.id, turn.writerId, MISSES[ending]);
    // What they have written stays theirs as a draft; its place in the line is the next one's.
    if (ending !== 'published') await freePlaces(ctx, story.id, turn.writerId);
  }
  const nextId = await begin(ctx, await loadRelay(ctx.db, story), { lastId: turn?.writerId ?? null, wish });
  if (turn && (ending === 'expired' || ending === 'reassigned' || ending === 'left')) {
    await notify(ctx, {
      to: turn.writerId,
      type: 'relay_turn_passed',
      storyId: story.id,
      params: {
        story: story.shown.title,
        cause: ending,
        ...(await named(ctx, 'next', nextId === turn.writerId ? null : nextId)),
      },
    });
  }
  await touch(ctx, storyTag(story.id), HOME_TAG);
}

/** Gives the turn to whoever comes next, and tells them; answers whom, null when nobody can write. */
async function begin(
  ctx: ChapterCtx,
  state: RelayState,
  { lastId, wish }: { lastId: string | null; wish: string | null },
): Promise<string | null> {
  const { story, now } = state;
  const writerId = nextWriter(state.seats, lastId, wish);
  if (writerId === null || story.progress === 'ended' || !isPublicStory(story.facts)) return null;
  const fresh: TurnClock = { deadline: null, remaining: null };
  const clock = wind(fresh, { runs: clockRuns(state, writerId), length: turnLength(story), now });
  await insertTurn(ctx.db, story.id, writerId, clock);
  // Alone one goes on by oneself and needs no word about it.
  if (writerId === lastId || state.seats.length === 1) return writerId;
  await tellTurn(ctx, story, writerId, { lastId, deadline: clock.deadline });
  return writerId;
}

/** `lastId` is who wrote before, null where that says nothing. */
async function tellTurn(
  ctx: ChapterCtx,
  story: RelayState['story'],
  writerId: string,
  { lastId, deadline }: { lastId: string | null; deadline: Date | null },
): Promise<void> {
  const number = await nextNumber(ctx, story.id);
  await notify(ctx, {
    to: writerId,
    type: 'relay_your_turn',
    storyId: story.id,
    params: {
      story: story.shown.title,
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

/** The place of the chapter that is to be written. */
export async function nextNumber(ctx: Pick<ChapterCtx, 'db'>, storyId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('chapters')
    .where('story_id', '=', storyId)
    .where('number', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['approved', 'hidden'])
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Somebody came, went, or can write again: a story without a turn gets one, and the clock runs only if somebody waits. */
export async function settle(ctx: ChapterCtx, storyId: string): Promise<void> {
  const state = await lockRelay(ctx, storyId);
  if (!state) return;
  const { story, turn, now } = state;
  await touch(ctx, storyTag(storyId), HOME_TAG);
  if (turn === null) {
    await begin(ctx, state, { lastId: null, wish: null });
    return;
  }
  if (turn.phase !== 'writing') return;
  const runs = clockRuns(state, turn.writerId);
  const { deadline, remaining } = turn.clock;
  if (runs && deadline === null && remaining === null) {
    // Alone there was no clock; from now on there is one, which the writer has to know.
    const wound = wind(turn.clock, { runs, length: turnLength(story), now });
    await windAnew(ctx.db, turn.id, wound);
    return tellTurn(ctx, story, turn.writerId, { lastId: null, deadline: wound.deadline });
  }
  // Nobody waits any more: what was left means nothing. A story that rests keeps it.
  const rests = story.progress !== 'ongoing' || !isPublicStory(story.facts);
  const clock = wind(turn.clock, { runs, length: turnLength(story), now });
  await setClock(ctx.db, turn.id, runs || rests ? clock : { deadline: null, remaining: null });
}

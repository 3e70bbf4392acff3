import { notify, settleNotices } from '#features/messages/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { Ctx } from '#platform/context.ts';
import { queueOf } from '../model/queue.ts';
import type { TurnEnding } from '../model/turn.ts';
import { hasDraft, type LockedRelay, type TurnRecord } from './turns.repo.ts';

/** Notices to the writers of a relay. Send them in the transaction of the change, with the story locked. */

type Turn = Pick<TurnRecord, 'id' | 'writerId'>;

const flag = (is: boolean): 'yes' | '' => (is ? 'yes' : '');

async function usernameOf({ db }: Pick<Ctx, 'db'>, id: string): Promise<string> {
  return (await db.selectFrom('accounts').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username;
}

/** Parameters that name the previous writer. Without one, an empty name. */
async function fromNamed(ctx: Ctx, id: string | null): Promise<{ from: string; from_id?: string }> {
  return id === null ? { from: '' } : { from: await usernameOf(ctx, id), from_id: id };
}

/** The same for the next writer. */
async function nextNamed(ctx: Ctx, id: string | null): Promise<{ next: string; next_id?: string }> {
  return id === null ? { next: '' } : { next: await usernameOf(ctx, id), next_id: id };
}

/** Notifies a writer of their turn. `fromId` is the author of the chapter before, or null if the message names none. */
export async function notifyWriter(
  ctx: Ctx,
  { story, nextNumber: number }: LockedRelay,
  turn: Turn,
  { fromId, deadline }: { fromId: string | null; deadline: Date | null },
): Promise<void> {
  const until = deadline?.getTime() ?? 0;
  await notify(ctx, 'relay_your_turn', {
    to: turn.writerId,
    storyId: story.id,
    params: { story: story.published.title, number, ...(await fromNamed(ctx, fromId)), deadline: until },
    // Again if the timer starts later, because there is a deadline then.
    eventKey: `${turn.id}:${until}`,
  });
}

/** Marks “It’s your turn” and its reminders as read, once the chapter is submitted or the turn is over. */
export function settleTurnNotices(ctx: Ctx, { id, writerId }: Turn): Promise<void> {
  return settleNotices(ctx, ['relay_your_turn', 'relay_turn_reminder'], { to: writerId, event: id });
}

/** Notifies a writer who has lost their turn, and says what happens next. Load the relay again after the turn has ended. */
export async function notifyPassed(
  ctx: Ctx,
  { story, queueEntries }: LockedRelay,
  turn: Turn,
  { cause, nextId }: { cause: TurnEnding; nextId: string | null },
): Promise<void> {
  await notify(ctx, 'relay_turn_passed', {
    to: turn.writerId,
    storyId: story.id,
    params: {
      story: story.published.title,
      cause,
      draft: flag(await hasDraft(ctx.db, story.id, turn.writerId)),
      skipped: flag(queueEntries.some((entry) => entry.accountId === turn.writerId && entry.skipped)),
      ...(await nextNamed(ctx, nextId === turn.writerId ? null : nextId)),
    },
    eventKey: turn.id,
  });
}

/**
 * Notifies the members who can restart a relay if it is resting: no one waits for the turn of this writer, or no one can
 * take it (null). Does nothing while someone waits, or if only one writer is left and no one is skipped. `eventKey`
 * identifies the occasion.
 */
export async function notifyRest(
  ctx: Ctx,
  { story, queueEntries }: LockedRelay,
  writerId: string | null,
  eventKey: string,
): Promise<void> {
  if (story.progress !== 'ongoing' || !isPublicStory(story.facts)) return;
  if (queueOf(queueEntries, writerId).length > 0) return;
  const skipped = queueEntries.filter((entry) => entry.active && entry.skipped).map(({ accountId }) => accountId);
  if (skipped.length === 0 && writerId !== null) return;
  const { creatorId } = story.facts;
  const about = { storyId: story.id, eventKey };
  await notify(ctx, 'relay_rejoin', { to: skipped, params: { story: story.published.title }, ...about });
  if (skipped.includes(creatorId)) return;
  const isOwn = writerId === creatorId;
  await notify(ctx, 'relay_resting', {
    to: creatorId,
    params: { story: story.published.title, alone: flag(isOwn), ...(await nextNamed(ctx, isOwn ? null : writerId)) },
    ...about,
  });
}

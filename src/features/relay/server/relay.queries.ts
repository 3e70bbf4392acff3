import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { openSpots } from '#features/participation/model/capacity.ts';
import { publicStory, type StoryState } from '#features/stories/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { RelayTurn, RelayViewerState, TurnQueueEntry } from '../contract.ts';
import { queueOf } from '../model/queue.ts';
import { canExtend, canPassTurn, canReassign, canRejoinQueue } from '../model/turn-policy.ts';
import { loadTurnFacts } from './relay-mode.ts';
import { findTurns, type NamedQueueEntry } from './turns.repo.ts';

async function relayStory(ctx: Ctx, storyId: string): Promise<StoryState> {
  const story = await publicStory(ctx, storyId);
  if (story.mode !== 'relay') throw new AppError('story_not_found');
  return story;
}

/** Returns a participant as a queue entry, and adds their cache tag to the response. */
function toQueueEntry(ctx: Ctx, { accountId: id, username, slug, avatarKey, number }: NamedQueueEntry): TurnQueueEntry {
  cacheTag(ctx, userTag(id));
  return { id, username, slug, avatar: imageUrl(avatarKey), number };
}

/** Returns the current turn and the queue. Throws story_not_found, also for other modes. */
export async function getTurn(ctx: Ctx, input: { storyId: string }): Promise<RelayTurn> {
  const story = await relayStory(ctx, input.storyId);
  const { turn, queueEntries, nextNumber } = await findTurns(ctx, story.id);
  const writer = queueEntries.find((entry) => entry.accountId === turn?.writerId);
  if (turn?.timer.deadline) cacheUntil(ctx, turn.timer.deadline);
  const entryOf = (entry: NamedQueueEntry) => toQueueEntry(ctx, entry);
  return {
    current:
      turn && writer
        ? {
            user: entryOf(writer),
            phase: turn.phase,
            chapterNumber: nextNumber,
            startedAt: turn.startedAt.toISOString(),
            deadline: turn.timer.deadline?.toISOString() ?? null,
            extended: turn.extended,
          }
        : null,
    queue: queueOf(queueEntries, turn?.writerId ?? null).map(entryOf),
    skipped: queueEntries.filter((entry) => entry.active && entry.skipped).map(entryOf),
    joinPolicy: openSpots({ ...story, participantCount: queueEntries.length }) > 0 ? story.joinPolicy : null,
  };
}

/** Returns what the caller may do about the turn, from the policies that the services enforce. */
export async function getRelayViewerState(ctx: Ctx, input: { storyId: string }): Promise<RelayViewerState> {
  const actor = memberOf(ctx);
  const story = await relayStory(ctx, input.storyId);
  const { state, ...facts } = await loadTurnFacts(ctx, story);
  const writerId = state.turn?.writerId ?? null;
  const reassign = canReassign(actor, facts).ok;
  const isWriter = writerId === actor.id;
  const queue = isWriter || reassign ? queueOf(state.queueEntries, writerId) : [];
  const skippedEntries = reassign ? state.queueEntries.filter((entry) => entry.active && entry.skipped) : [];
  return {
    isMyTurn: isWriter && state.turn?.phase === 'writing',
    isSkipped: facts.isSkipped,
    can: {
      passTurn: canPassTurn(actor, facts).ok,
      extend: canExtend(actor, facts).ok,
      reassign: reassign && queue.length + skippedEntries.length > 0,
      rejoinQueue: canRejoinQueue(actor, facts).ok,
    },
    candidates: isWriter ? queue.map((entry) => toQueueEntry(ctx, entry)) : [],
  };
}

import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory, type StoryRecord, storyTag } from '#features/stories/server/index.ts';
import { expires, shows } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { RelayTurn, RelayViewerState, Seat } from '../contract.ts';
import { queueOf, type SeatFacts } from '../model/queue.ts';
import { canAskBackIn, canExtend, canHandOn, canReassign } from '../model/turn-policy.ts';
import { loadTurnFacts } from './relay-mode.ts';
import { loadRelay } from './turns.repo.ts';
import { nextNumber } from './turns.service.ts';

async function relayStory(ctx: Ctx, storyId: string): Promise<StoryRecord> {
  const story = await findStory(ctx.db, storyId);
  if (story?.mode !== 'relay' || !isPublicStory(story.facts)) throw new AppError('story_not_found');
  return story;
}

/** Names and pictures of these seats, in their order. */
async function toSeats(ctx: Ctx, seats: readonly SeatFacts[]): Promise<Seat[]> {
  if (seats.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'slug', 'avatar_key'])
    .where(
      'id',
      'in',
      seats.map((seat) => seat.accountId),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return seats.map(({ accountId, number }) => {
    const { username, slug, avatar_key: avatarKey } = byId.get(accountId)!;
    shows(ctx, userTag(accountId));
    return { id: accountId, username, slug, avatar: imageUrl(avatarKey), number };
  });
}

/** Whose turn it is and who comes after. Error: story_not_found, also for other modes. */
export async function getTurn(ctx: Ctx, input: { storyId: string }): Promise<RelayTurn> {
  shows(ctx, storyTag(input.storyId));
  const story = await relayStory(ctx, input.storyId);
  const { turn, seats } = await loadRelay(ctx.db, story);
  const writer = seats.find((seat) => seat.accountId === turn?.writerId);
  if (turn?.clock.deadline) expires(ctx, turn.clock.deadline);
  return {
    current:
      turn && writer
        ? {
            user: (await toSeats(ctx, [writer]))[0]!,
            phase: turn.phase,
            chapterNumber: await nextNumber(ctx, story.id),
            startedAt: turn.startedAt.toISOString(),
            deadline: turn.clock.deadline?.toISOString() ?? null,
            extended: turn.extended,
          }
        : null,
    queue: await toSeats(ctx, queueOf(seats, turn?.writerId ?? null)),
    benched: await toSeats(
      ctx,
      seats.filter((seat) => seat.active && seat.benched),
    ),
  };
}

/** What the caller may do about the turn, from the policies that the services enforce. */
export async function getRelayViewerState(ctx: ChapterCtx, input: { storyId: string }): Promise<RelayViewerState> {
  const actor = memberOf(ctx);
  const story = await relayStory(ctx, input.storyId);
  const { state, ...facts } = await loadTurnFacts(ctx, story);
  const writerId = state.turn?.writerId ?? null;
  const reassign = canReassign(actor, facts).ok;
  const isWriter = writerId === actor.id;
  const queue = isWriter || reassign ? queueOf(state.seats, writerId) : [];
  const skipped = reassign ? state.seats.filter((seat) => seat.active && seat.benched) : [];
  return {
    isMyTurn: isWriter && state.turn?.phase === 'writing',
    isBenched: facts.isBenched,
    can: {
      handOn: canHandOn(actor, facts).ok,
      extend: canExtend(actor, facts).ok,
      reassign: reassign && queue.length + skipped.length > 0,
      askBackIn: canAskBackIn(actor, facts).ok,
    },
    candidates: await toSeats(ctx, isWriter ? queue : []),
  };
}

import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { isParticipant } from '#features/participation/server/index.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { touch } from '#platform/cache/changes.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { queueOf } from '../model/queue.ts';
import { EXTENSION } from '../model/relay-limits.ts';
import { canAskBackIn, canExtend, canHandOn, canReassign, type TurnFacts } from '../model/turn-policy.ts';
import { turnFacts } from './relay-mode.ts';
import { type RelayState, setExtended, toEndOfQueue } from './turns.repo.ts';
import { lockRelay, passOn, settle } from './turns.service.ts';

/** The relay, locked, with what the caller may do hangs on. Error: story_not_found, also for other modes. */
async function locked(ctx: ChapterCtx, storyId: string): Promise<{ state: RelayState; facts: TurnFacts }> {
  const state = await lockRelay(ctx, storyId);
  if (!state) throw new AppError('story_not_found');
  const actor = memberOf(ctx);
  return { state, facts: turnFacts(state, actor.id, await isParticipant(ctx.db, storyId, actor.id)) };
}

/** The writer hands the turn on without a chapter. Errors: not_your_turn, nobody_to_hand_to. */
export async function handOn(
  ctx: ChapterCtx,
  input: { storyId: string; nextAuthorId?: string | undefined },
): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await locked(inner, input.storyId);
    authorize(canHandOn(ctx.actor, facts));
    const wish = input.nextAuthorId ?? null;
    const waits = queueOf(state.seats, memberOf(ctx).id).some((seat) => seat.accountId === wish);
    if (wish !== null && !waits) throw fieldError('nextAuthorId', 'next_author_not_waiting');
    await passOn(inner, state, 'handed_on', wish);
    return DONE;
  });
}

/** 48 hours more, once in a turn. Errors: not_your_turn, turn_extended, wrong_state without a clock. */
export async function extendTurn(ctx: ChapterCtx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await locked(inner, input.storyId);
    authorize(canExtend(ctx.actor, facts));
    const { id, clock } = state.turn!;
    await setExtended(inner.db, id, after(clock.deadline!, EXTENSION));
    await touch(inner, storyTag(input.storyId));
    return DONE;
  });
}

/** The creator gives the turn to a participant; who was skipped is taken back into the queue by it. Error: not_participant. */
export async function reassignTurn(ctx: ChapterCtx, input: { storyId: string; userId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await locked(inner, input.storyId);
    authorize(canReassign(ctx.actor, facts));
    const seat = state.seats.find(({ accountId, active }) => accountId === input.userId && active);
    if (!seat) throw new AppError('not_participant');
    if (state.turn?.writerId === input.userId) throw new AppError('wrong_state');
    if (seat.benched) await takeBackIn(inner, input.storyId, input.userId);
    await passOn(inner, (await lockRelay(inner, input.storyId))!, 'reassigned', input.userId);
    return DONE;
  });
}

/** Who was skipped after two missed turns joins the end of the queue again. Error: wrong_state for who was not. */
export async function askBackIn(ctx: ChapterCtx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { facts } = await locked(inner, input.storyId);
    authorize(canAskBackIn(ctx.actor, facts));
    await takeBackIn(inner, input.storyId, memberOf(ctx).id);
    await settle(inner, input.storyId);
    return DONE;
  });
}

function takeBackIn(ctx: ChapterCtx, storyId: string, accountId: string): Promise<void> {
  return toEndOfQueue(ctx.db, storyId, accountId, 'afresh');
}

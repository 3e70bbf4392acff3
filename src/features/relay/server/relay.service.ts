import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { queueOf } from '../model/queue.ts';
import { EXTENSION } from '../model/relay-limits.ts';
import { canExtend, canPassTurn, canReassign, canRejoinQueue, type TurnFacts } from '../model/turn-policy.ts';
import { turnFacts } from './relay-mode.ts';
import { type LockedRelay, setExtended, toEndOfQueue } from './turns.repo.ts';
import { advanceTurn, lockRelay, reconcileTurn } from './turns.service.ts';

/**
 * Locks the relay and loads the facts that the caller’s permissions depend on. Throws story_not_found, also for other
 * modes.
 */
async function lockRelayWithFacts(ctx: Ctx, storyId: string): Promise<{ state: LockedRelay; facts: TurnFacts }> {
  const state = await lockRelay(ctx, storyId);
  if (!state) throw new AppError('story_not_found');
  return { state, facts: turnFacts(state, memberOf(ctx).id) };
}

/** Passes the turn without a chapter. Throws not_your_turn, nobody_to_hand_to. */
export async function passTurn(
  ctx: Ctx,
  input: { storyId: string; nextAuthorId?: string | undefined },
): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await lockRelayWithFacts(inner, input.storyId);
    authorize(canPassTurn(ctx.actor, facts));
    const preferredId = input.nextAuthorId ?? null;
    const waits = queueOf(state.queueEntries, memberOf(ctx).id).some((entry) => entry.accountId === preferredId);
    if (preferredId !== null && !waits) throw fieldError('nextAuthorId', 'next_author_not_waiting');
    await advanceTurn(inner, state, 'passed', preferredId);
    return DONE;
  });
}

/**
 * Extends the turn by 48 hours, once per turn. Throws not_your_turn, turn_extended, and wrong_state if the timer isn’t
 * running.
 */
export async function extendTurn(ctx: Ctx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await lockRelayWithFacts(inner, input.storyId);
    authorize(canExtend(ctx.actor, facts));
    const { id, timer } = state.turn!;
    await setExtended(inner.db, id, after(timer.deadline!, EXTENSION));
    await invalidateCacheTags(inner, storyTag(input.storyId));
    await publishTopics(inner, `story:${input.storyId}`);
    return DONE;
  });
}

/**
 * Reassigns the turn to a participant, as the creator. Puts a skipped participant back in the queue. Throws
 * not_participant.
 */
export async function reassignTurn(ctx: Ctx, input: { storyId: string; userId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { state, facts } = await lockRelayWithFacts(inner, input.storyId);
    authorize(canReassign(ctx.actor, facts));
    const entry = state.queueEntries.find(({ accountId, active }) => accountId === input.userId && active);
    if (!entry) throw new AppError('not_participant');
    if (state.turn?.writerId === input.userId) throw new AppError('wrong_state');
    if (entry.skipped) await takeBackIn(inner, input.storyId, input.userId);
    await advanceTurn(inner, (await lockRelay(inner, input.storyId))!, 'reassigned', input.userId);
    return DONE;
  });
}

/**
 * Puts a member who was skipped after two missed turns at the end of the queue again. Throws wrong_state if they
 * weren’t skipped.
 */
export async function rejoinQueue(ctx: Ctx, input: { storyId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { facts } = await lockRelayWithFacts(inner, input.storyId);
    authorize(canRejoinQueue(ctx.actor, facts));
    await takeBackIn(inner, input.storyId, memberOf(ctx).id);
    await reconcileTurn(inner, input.storyId);
    return DONE;
  });
}

function takeBackIn(ctx: Ctx, storyId: string, accountId: string): Promise<void> {
  return toEndOfQueue(ctx.db, storyId, accountId, 'reset');
}

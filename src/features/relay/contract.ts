import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { Byline } from '#features/accounts/contract.ts';
import { JOIN_POLICIES } from '#features/stories/model/join-policy.ts';
import { OPEN_PHASES } from './model/turn.ts';

/** A member in the queue, with their number in the order of joining. */
const TurnQueueEntry = z.strictObject({ ...Byline.shape, number: z.int() });
export type TurnQueueEntry = z.output<typeof TurnQueueEntry>;

/** The current writer and the queue. The same for every caller. */
export const RelayTurn = z.strictObject({
  /** Null while no one can write. The next writer to join or return gets the turn. */
  current: z.nullable(
    z.strictObject({
      user: TurnQueueEntry,
      /** In `review`, the writer’s chapter is in review and the timer is paused. */
      phase: z.enum(OPEN_PHASES),
      chapterNumber: z.int(),
      startedAt: isoTime,
      /** Null while the timer is paused, or not running because no one else is waiting. */
      deadline: z.nullable(isoTime),
      extended: z.boolean(),
    }),
  ),
  /** The next writers, in this order unless the current writer chooses another. */
  queue: z.array(TurnQueueEntry),
  /** Skipped until they rejoin the queue. */
  skipped: z.array(TurnQueueEntry),
  /** How others can join. Null if no one can: no open spot, or only by invitation. */
  joinPolicy: z.nullable(z.enum(JOIN_POLICIES)),
});
export type RelayTurn = z.output<typeof RelayTurn>;

export const RelayViewerState = z.strictObject({
  isMyTurn: z.boolean(),
  isSkipped: z.boolean(),
  can: z.strictObject({
    passTurn: z.boolean(),
    extend: z.boolean(),
    reassign: z.boolean(),
    rejoinQueue: z.boolean(),
  }),
  /**
   * Writers that the caller may choose as the next author, longest wait first. The first is preselected. Empty if there
   * are no others.
   */
  candidates: z.array(TurnQueueEntry),
});
export type RelayViewerState = z.output<typeof RelayViewerState>;

const MEMBER_ERRORS = ['login_required', 'banned', 'story_not_found'] as const;
const byStory = z.strictObject({ storyId: id });

export const relayApi = {
  turn: endpoint({
    method: 'GET',
    path: 'relay/turn',
    access: 'public',
    summary: 'The current writer of a relay, the deadline, and the queue.',
    input: byStory,
    response: RelayTurn,
    errors: ['story_not_found'],
  }),
  viewerState: endpoint({
    method: 'GET',
    path: 'relay/viewer_state',
    access: 'member',
    summary: 'What the caller may do about the turn of a relay.',
    input: byStory,
    response: RelayViewerState,
    errors: MEMBER_ERRORS,
  }),
  passTurn: endpoint({
    method: 'POST',
    path: 'relay/pass_turn',
    access: 'member',
    summary: 'Passes the current writer’s turn without a chapter, to the given writer or the first in the queue.',
    input: z.strictObject({ storyId: id, nextAuthorId: z.optional(id) }),
    response: done,
    limit: 'turn',
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_your_turn', 'nobody_to_hand_to'],
  }),
  extend: endpoint({
    method: 'POST',
    path: 'relay/extend_turn',
    access: 'member',
    summary: 'Extends the current writer’s turn by 48 hours, once per turn.',
    input: byStory,
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_your_turn', 'turn_extended', 'wrong_state'],
  }),
  reassign: endpoint({
    method: 'POST',
    path: 'relay/reassign',
    access: 'member',
    summary: 'Reassigns the turn to another participant. Creator only.',
    input: z.strictObject({ storyId: id, userId: id }),
    response: done,
    limit: 'turn',
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_participant', 'wrong_state'],
  }),
  rejoinQueue: endpoint({
    method: 'POST',
    path: 'relay/rejoin_queue',
    access: 'member',
    summary: 'Puts a writer who was skipped after two missed turns at the end of the queue again.',
    input: byStory,
    response: done,
    errors: [...MEMBER_ERRORS, 'not_participant', 'wrong_state'],
  }),
};

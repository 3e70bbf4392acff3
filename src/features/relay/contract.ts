import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { Byline } from '#features/accounts/contract.ts';
import { OPEN_PHASES } from './model/turn.ts';

/** Somebody in the queue, with the number of their order of joining. */
const TurnQueueEntry = z.strictObject({ ...Byline.shape, number: z.int() });
export type TurnQueueEntry = z.output<typeof TurnQueueEntry>;

/** Whose turn it is and who comes after; the same for everyone. */
export const RelayTurn = z.strictObject({
  /** Null while nobody can write: whoever joins or comes back gets the turn. */
  current: z.nullable(
    z.strictObject({
      user: TurnQueueEntry,
      /** In `review` their chapter is being looked at and the clock stands. */
      phase: z.enum(OPEN_PHASES),
      chapterNumber: z.int(),
      startedAt: isoTime,
      /** Null while the clock stands, or does not run because nobody waits. */
      deadline: z.nullable(isoTime),
      extended: z.boolean(),
    }),
  ),
  /** Who follows, in this order, unless the writer chooses otherwise. */
  queue: z.array(TurnQueueEntry),
  /** Skipped until they ask back in. */
  skipped: z.array(TurnQueueEntry),
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
  /** Whom the caller may choose as the next author, longest waiting first; the first is preselected. Empty when alone. */
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
    summary: 'Whose turn it is in a relay, until when, and who comes after.',
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
    summary:
      'The current writer hands the turn on without a chapter: to the one named, else to the first of the queue.',
    input: z.strictObject({ storyId: id, nextAuthorId: z.optional(id) }),
    response: done,
    limit: 'turn',
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_your_turn', 'nobody_to_hand_to'],
  }),
  extend: endpoint({
    method: 'POST',
    path: 'relay/extend_turn',
    access: 'member',
    summary: 'The current writer takes 48 hours more, once in a turn.',
    input: byStory,
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_your_turn', 'turn_extended', 'wrong_state'],
  }),
  reassign: endpoint({
    method: 'POST',
    path: 'relay/reassign',
    access: 'member',
    summary: 'The creator gives the turn to a participant.',
    input: z.strictObject({ storyId: id, userId: id }),
    response: done,
    limit: 'turn',
    errors: [...MEMBER_ERRORS, 'forbidden', 'not_participant', 'wrong_state'],
  }),
  rejoinQueue: endpoint({
    method: 'POST',
    path: 'relay/rejoin_queue',
    access: 'member',
    summary: 'Whoever is skipped after two missed turns joins the end of the queue again.',
    input: byStory,
    response: done,
    errors: [...MEMBER_ERRORS, 'not_participant', 'wrong_state'],
  }),
};

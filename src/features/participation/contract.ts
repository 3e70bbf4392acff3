import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { Byline } from '#features/accounts/contract.ts';
import * as fields from './model/participation-fields.ts';
import { REQUEST_KINDS } from './model/request-status.ts';

/** Who writes in a story (spec §3). */
export const Participant = z.strictObject({
  ...Byline.shape,
  /** Order of joining from 1, which gives them their colour. */
  number: z.int(),
  isCreator: z.boolean(),
  /** In a relay: theirs is the turn. */
  isCurrentWriter: z.boolean(),
  chapterCount: z.int(),
  joinedAt: isoTime,
});
export type Participant = z.output<typeof Participant>;

/** An invitation or application that waits, for the story's creator. */
export const PendingRequest = z.strictObject({
  kind: z.enum(REQUEST_KINDS),
  user: Byline,
  note: z.string(),
  /** Of the message to answer an application by; null for an invitation. */
  messageId: z.nullable(id),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type PendingRequest = z.output<typeof PendingRequest>;

const note = z.optional(text(fields.note));
const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const CREATOR_ERRORS = [...MEMBER_ERRORS, 'story_not_found', 'forbidden', 'wrong_state'] as const;
/** `accepted` where the other side had agreed already, or joining is open. */
const outcome = z.strictObject({ state: z.enum(['pending', 'accepted']) });

/** Invitations and applications are answered by the calls of their messages (`messageApi`). */
export const participationApi = {
  searchUser: endpoint({
    method: 'POST',
    path: 'user/search_user',
    access: 'member',
    summary: 'Members whose name or address begins with the keyword, or contains it; at most 10.',
    input: z.strictObject({
      keyword: text(fields.keyword),
    }),
    response: z.array(Byline),
    limit: 'search',
    errors: MEMBER_ERRORS,
  }),
  invite: endpoint({
    method: 'POST',
    path: 'message/invite_story_user',
    access: 'member',
    summary: 'Invites a member into the caller’s story; whoever has applied already is in at once.',
    input: z.strictObject({ storyId: id, userId: id, note }),
    response: outcome,
    limit: 'invite',
    errors: [
      ...CREATOR_ERRORS,
      'user_not_found',
      'solo_story',
      'story_full',
      'already_participant',
      'request_pending',
      'reapply_later',
      'too_many_invitations',
    ],
  }),
  apply: endpoint({
    method: 'POST',
    path: 'message/apply_story_participation',
    access: 'member',
    summary: 'Asks to write in a story; where joining is open, or the caller was invited, that is joining.',
    input: z.strictObject({ storyId: id, note }),
    response: outcome,
    limit: 'apply',
    errors: [
      ...MEMBER_ERRORS,
      'story_not_found',
      'wrong_state',
      'solo_story',
      'invite_only',
      'story_full',
      'already_participant',
      'request_pending',
      'reapply_later',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'story/withdraw_request',
    access: 'member',
    summary: 'Takes back the caller’s application, or with `userId` the creator’s invitation of that member.',
    input: z.strictObject({ storyId: id, userId: z.optional(id) }),
    response: done,
    errors: [...CREATOR_ERRORS, 'request_ended'],
  }),
  leave: endpoint({
    method: 'POST',
    path: 'story/leave',
    access: 'member',
    summary: 'The caller writes in this story no longer; their chapters stay.',
    input: z.strictObject({ storyId: id }),
    response: done,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'not_participant', 'wrong_state'],
  }),
  remove: endpoint({
    method: 'POST',
    path: 'story/remove_participant',
    access: 'member',
    summary: 'The creator takes a participant out; their chapters stay.',
    input: z.strictObject({ storyId: id, userId: id }),
    response: done,
    errors: [...CREATOR_ERRORS, 'not_participant'],
  }),
  participants: endpoint({
    method: 'GET',
    path: 'story/participants',
    access: 'public',
    summary: 'Who writes in a story, in the order of joining.',
    input: z.strictObject({ storyId: id, cursor, limit: pageLimit }),
    response: z.array(Participant),
    list: true,
    errors: ['story_not_found'],
  }),
  joinedAmong: endpoint({
    method: 'GET',
    path: 'story/joined_among',
    access: 'member',
    summary: 'Which of these stories the caller writes in; at most 20, with commas between them.',
    input: z.strictObject({
      storyIds: z.string().check(z.regex(/^[1-9]\d{0,18}(,[1-9]\d{0,18}){0,19}$/, { error: 'invalid' })),
    }),
    response: z.array(id),
    errors: MEMBER_ERRORS,
  }),
  requests: endpoint({
    method: 'GET',
    path: 'story/list_requests',
    access: 'member',
    summary: 'Invitations and applications that wait, for the story’s creator; newest first.',
    input: z.strictObject({ storyId: id, cursor, limit: pageLimit }),
    response: z.array(PendingRequest),
    list: true,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'forbidden'],
  }),
};

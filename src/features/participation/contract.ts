import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { Byline } from '#features/accounts/contract.ts';
import * as fields from './model/participation-fields.ts';
import { REQUEST_KINDS } from './model/request-status.ts';

/** A writer in a story (spec §3). */
export const Participant = z.strictObject({
  ...Byline.shape,
  /** Order of joining, from 1. It determines their color. */
  number: z.int(),
  isCreator: z.boolean(),
  /** In a relay: has the current turn. */
  isCurrentWriter: z.boolean(),
  chapterCount: z.int(),
  joinedAt: isoTime,
});
export type Participant = z.output<typeof Participant>;

/** A pending invitation or application, for the story’s creator. */
export const PendingRequest = z.strictObject({
  kind: z.enum(REQUEST_KINDS),
  user: Byline,
  note: z.string(),
  /** Id of the message for answering an application. Null for an invitation. */
  messageId: z.nullable(id),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type PendingRequest = z.output<typeof PendingRequest>;

const note = z.optional(text(fields.note));
const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const CREATOR_ERRORS = [...MEMBER_ERRORS, 'story_not_found', 'forbidden', 'wrong_state'] as const;
/** `accepted` if the other side had already agreed, or joining is open. */
const outcome = z.strictObject({ state: z.enum(['pending', 'accepted']) });

/** Invitations and applications are answered with the calls for their messages (`messageApi`). */
export const participationApi = {
  searchUser: endpoint({
    method: 'POST',
    path: 'user/search_user',
    access: 'member',
    read: true,
    summary: 'Finds members whose name or profile URL starts with or contains the keyword. At most 10.',
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
    summary: 'Invites a member to the caller’s story. A member who has already applied joins right away.',
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
    summary: 'Applies to join a story. If joining is open, or the caller was invited, this joins right away.',
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
    summary: 'Withdraws the caller’s application, or with `userId` the creator’s invitation of that member.',
    input: z.strictObject({ storyId: id, userId: z.optional(id) }),
    response: done,
    errors: [...CREATOR_ERRORS, 'request_ended'],
  }),
  leave: endpoint({
    method: 'POST',
    path: 'story/leave',
    access: 'member',
    summary: 'Removes the caller from the story’s writers. Their chapters stay.',
    input: z.strictObject({ storyId: id }),
    response: done,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'not_participant', 'wrong_state'],
  }),
  remove: endpoint({
    method: 'POST',
    path: 'story/remove_participant',
    access: 'member',
    summary: 'Removes a writer from the caller’s story. Their chapters stay.',
    input: z.strictObject({ storyId: id, userId: id }),
    response: done,
    errors: [...CREATOR_ERRORS, 'not_participant'],
  }),
  participants: endpoint({
    method: 'GET',
    path: 'story/participants',
    access: 'public',
    summary: 'Lists the writers of a story in the order of joining.',
    input: z.strictObject({ storyId: id, cursor, limit: pageLimit }),
    response: z.array(Participant),
    list: true,
    errors: ['story_not_found'],
  }),
  joinedAmong: endpoint({
    method: 'GET',
    path: 'story/joined_among',
    access: 'member',
    summary: 'Returns which of these stories the caller writes in. At most 20, separated by commas.',
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
    summary: 'Lists pending invitations and applications for the story’s creator, newest first.',
    input: z.strictObject({ storyId: id, cursor, limit: pageLimit }),
    response: z.array(PendingRequest),
    list: true,
    errors: [...MEMBER_ERRORS, 'story_not_found', 'forbidden'],
  }),
};

import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { StoryCard } from '#features/stories/contract.ts';
import { INVITATION_LINK_STATES } from './model/invitation-link.ts';

/** A link with which one person can join, as the story’s creator sees it. */
export const InvitationLink = z.strictObject({
  id,
  /** Path of the page that accepts it. Contains the secret of the link. */
  path: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type InvitationLink = z.output<typeof InvitationLink>;

/** What the page of a link shows. */
export const Invitation = z.strictObject({
  state: z.enum(INVITATION_LINK_STATES),
  /** Null if readers can’t see the story any more. */
  story: z.nullable(StoryCard),
  expiresAt: isoTime,
});
export type Invitation = z.output<typeof Invitation>;

const token = z.string({ error: 'required' }).check(z.minLength(1, 'required'), z.maxLength(100));
const MEMBER_ERRORS = ['login_required', 'banned'] as const;

export const invitationLinkApi = {
  make: endpoint({
    method: 'POST',
    path: 'story/make_invitation_link',
    access: 'member',
    summary:
      'Creates a link with which one person can join the caller’s story, with or without an account. Valid for 14 days.',
    input: z.strictObject({ storyId: id }),
    response: InvitationLink,
    limit: 'invite',
    errors: [
      ...MEMBER_ERRORS,
      'story_not_found',
      'forbidden',
      'wrong_state',
      'solo_story',
      'story_full',
      'too_many_invitation_links',
    ],
  }),
  list: endpoint({
    method: 'GET',
    path: 'story/invitation_links',
    access: 'member',
    summary: 'Lists the open invitation links of the caller’s story, newest first.',
    input: z.strictObject({ storyId: id }),
    response: z.array(InvitationLink),
    errors: [...MEMBER_ERRORS, 'story_not_found', 'forbidden'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'story/withdraw_invitation_link',
    access: 'member',
    summary: 'Withdraws an invitation link of the caller’s story.',
    input: z.strictObject({ linkId: id }),
    response: done,
    errors: [...MEMBER_ERRORS, 'invitation_link_invalid', 'invitation_link_ended'],
  }),
  see: endpoint({
    method: 'POST',
    path: 'story/see_invitation',
    access: 'open',
    read: true,
    summary: 'Returns what an invitation link invites to, and whether it can still be used. Does not use it.',
    input: z.strictObject({ token }),
    response: Invitation,
    errors: ['invitation_link_invalid'],
  }),
  accept: endpoint({
    method: 'POST',
    path: 'story/accept_invitation_link',
    access: 'member',
    summary: 'Joins a story with an invitation link, which uses it up.',
    input: z.strictObject({ token }),
    response: z.strictObject({ storyId: id }),
    errors: [
      ...MEMBER_ERRORS,
      'invitation_link_invalid',
      'invitation_link_ended',
      'already_participant',
      'story_full',
      'reapply_later',
    ],
  }),
};

import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { ACTION_STATUSES, INBOX_TABS, MESSAGE_STATUSES, MESSAGE_TYPES } from './model/message-types.ts';

/** Field names are from the spec (§3). */
export const MessageView = z.strictObject({
  id,
  type: z.enum(MESSAGE_TYPES),
  /** HTML from our templates, with only the tags `b i em strong a br` and links inside the site. */
  content: z.string(),
  created_at: isoTime,
  status: z.enum(MESSAGE_STATUSES),
  action_status: z.nullable(z.enum(ACTION_STATUSES)),
  /** Path of the page that the message links to. Null if it links to nothing. */
  target: z.nullable(z.string()),
  data: z.strictObject({
    storyId: z.nullable(id),
    chapterId: z.nullable(id),
    storyTitle: z.nullable(z.string()),
    chapterTitle: z.nullable(z.string()),
    /** Writing mode of the story. Null if the story no longer exists. */
    mode: z.nullable(z.string()),
    /** The language of the translation that the message is about. */
    language: z.nullable(z.enum(LANGUAGES)),
    /** Deadline of a turn. `content` contains it too, in UTC, as its only `<i>`. */
    deadline: z.nullable(isoTime),
    /** Time until which an invitation or application can be answered. */
    expiresAt: z.nullable(isoTime),
  }),
});
export type MessageView = z.output<typeof MessageView>;

/** How many messages each tab of the inbox has, at most `COUNTED_MAX`. */
const MessageCounts = z.record(z.enum(INBOX_TABS), z.int());

const ANSWER_ERRORS = [
  'login_required',
  'banned',
  'message_not_found',
  'request_ended',
  'story_full',
  'solo_story',
  'wrong_state',
] as const;
const answer = z.strictObject({ messageId: id, accept: z.boolean({ error: 'required' }) });

export const messageApi = {
  unread: endpoint({
    method: 'GET',
    path: 'message/unread',
    access: 'member',
    summary: 'Returns the newest unread messages, at most 100.',
    input: nothing,
    response: z.array(MessageView),
    errors: ['login_required', 'banned'],
  }),
  list: endpoint({
    method: 'GET',
    path: 'message/list',
    access: 'member',
    summary: 'Lists the inbox, newest first. `tab` is all, unread, read or pending (not answered yet).',
    input: z.strictObject({
      tab: z._default(z.enum(INBOX_TABS), 'all'),
      type: z.optional(z.enum(MESSAGE_TYPES)),
      cursor,
      limit: pageLimit,
    }),
    response: z.array(MessageView),
    list: true,
    errors: ['login_required', 'banned'],
  }),
  counts: endpoint({
    method: 'GET',
    path: 'message/counts',
    access: 'member',
    summary: 'Counts the messages of each tab, up to 100.',
    input: nothing,
    response: MessageCounts,
    errors: ['login_required', 'banned'],
  }),
  markRead: endpoint({
    method: 'POST',
    path: 'message/mark_read',
    access: 'member',
    summary: 'Marks a message as read. Repeating it has no effect.',
    input: z.strictObject({ messageId: id }),
    response: done,
    errors: ['login_required', 'banned', 'message_not_found'],
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: 'message/mark_all_read',
    access: 'member',
    summary: 'Marks all messages as read.',
    input: nothing,
    response: done,
    errors: ['login_required', 'banned'],
  }),
  /**
   * Implemented by the feature that the message is about, like `handleApplication`. Declared here because the inbox
   * calls it.
   */
  handleInvite: endpoint({
    method: 'POST',
    path: 'message/handle_story_invite',
    access: 'member',
    summary: 'Accepts or declines the invitation in a message.',
    input: answer,
    response: done,
    errors: ANSWER_ERRORS,
  }),
  handleApplication: endpoint({
    method: 'POST',
    path: 'message/handle_story_application',
    access: 'member',
    summary: 'Accepts or declines the application in a message.',
    input: answer,
    response: done,
    errors: [...ANSWER_ERRORS, 'user_not_found'],
  }),
};

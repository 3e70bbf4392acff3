import { sql } from 'kysely';
import { DONE, type Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { baseLanguage, type Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import { publish, publishEach } from '#platform/live/publish.ts';
import type { MessageView } from '../contract.ts';
import {
  ANSWERED_TYPES,
  type InboxTab,
  type MessageType,
  type NoticeKind,
  UNREAD_MAX,
} from '../model/message-types.ts';
import { type MessageParams, messageContent, momentOf } from './message-text.ts';
import { insertForAll, insertMessage, markAllMessagesRead, markMessageRead } from './messages.repo.ts';

/** A notice has a template of its own, or brings its text along. */
type Content =
  | { type: 'system_notice'; params: MessageParams & ({ readonly about: NoticeKind } | { readonly text: string }) }
  | { type: Exclude<MessageType, 'system_notice'>; params?: MessageParams };

interface Place {
  storyId?: string | null;
  chapterId?: string | null;
}

/**
 * A message to send. Titles are stored as they are now. Parameters of the type’s template: `story`, `chapter` and `entry`
 * are titles, `user`, `from` and `next` usernames, `slug` is that of `user`, and `language` is a code. `<name>_id` is the
 * id of the named member, by which the name is removed when they are erased. `deadline` and `expires_at` are epoch
 * milliseconds, 0 for none.
 */
export type Notice = Content &
  Place & {
    to: string;
    /** The invitation or application that the message asks about. Its outcome is written to the message too. */
    requestId?: string | null;
  };

/**
 * Sends a message in the transaction of its event, so that both are saved or neither. Open pages are notified on
 * commit.
 */
export async function notify(ctx: Pick<Ctx, 'db'>, notice: Notice): Promise<void> {
  const id = await insertMessage(ctx.db, {
    account_id: notice.to,
    type: notice.type,
    story_id: notice.storyId ?? null,
    chapter_id: notice.chapterId ?? null,
    request_id: notice.requestId ?? null,
    params: toJson(notice.params ?? {}),
  });
  await publish(ctx, [notice.to], { type: 'message', id });
}

/** Sends the same message to many members in one statement: thousands may have voted for a removed entry. */
export async function notifyAll(
  ctx: Pick<Ctx, 'db'>,
  recipients: readonly string[],
  { type, storyId = null, chapterId = null, params = {} }: Content & Place,
): Promise<void> {
  if (recipients.length === 0) return;
  const messages = await insertForAll(ctx.db, recipients, { type, story_id: storyId, chapter_id: chapterId, params });
  // Each member gets only the id of their own message. A shared id would reveal the number of recipients.
  await publishEach(
    ctx,
    messages.map(({ id, to }) => ({ to, event: { type: 'message', id } })),
  );
}

const COLUMNS = ['id', 'type', 'story_id', 'chapter_id', 'params', 'created_at', 'read_at', 'action_status'] as const;

type MessageRow = Pick<Row<'messages'>, (typeof COLUMNS)[number]>;

function toMessageView(language: Language, row: MessageRow): MessageView {
  const { params, type } = row;
  const moment = (name: string) => momentOf(params, name)?.toISOString() ?? null;
  const title = (name: string) => (typeof params[name] === 'string' ? params[name] : null);
  return {
    id: row.id,
    type,
    content: messageContent(language, type, { ...params, story_id: row.story_id ?? '' }),
    created_at: row.created_at.toISOString(),
    status: row.read_at ? 'read' : 'unread',
    action_status: row.action_status,
    data: {
      storyId: row.story_id,
      chapterId: row.chapter_id,
      storyTitle: title('story'),
      chapterTitle: title('chapter'),
      language: typeof params.language === 'string' ? baseLanguage(params.language) : null,
      deadline: moment('deadline'),
      expiresAt: moment('expires_at'),
    },
  };
}

export async function listUnread(ctx: Ctx): Promise<MessageView[]> {
  const rows = await ctx.db
    .selectFrom('messages')
    .select(COLUMNS)
    .where('account_id', '=', memberOf(ctx).id)
    .where('read_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(UNREAD_MAX)
    .execute();
  return rows.map((row) => toMessageView(ctx.language, row));
}

export async function listMessages(
  ctx: Ctx,
  input: { tab: InboxTab; type?: MessageType | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<MessageView>> {
  let query = ctx.db.selectFrom('messages').select(COLUMNS).where('account_id', '=', memberOf(ctx).id);
  if (input.tab === 'unread') query = query.where('read_at', 'is', null);
  if (input.tab === 'read') query = query.where('read_at', 'is not', null);
  if (input.tab === 'pending') query = query.where('type', 'in', ANSWERED_TYPES).where('action_status', 'is', null);
  if (input.type) query = query.where('type', '=', input.type);
  const before = idCursor(input.cursor);
  if (before) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    input.limit,
    (row) => toMessageView(ctx.language, row),
    (row) => row.id,
  );
}

/** Marks a message as read. Throws message_not_found, also for another member’s message. */
export async function markRead(ctx: Ctx, input: { messageId: string }): Promise<typeof DONE> {
  const found = await inTransaction(ctx, ({ db }) => markMessageRead(db, memberOf(ctx).id, input.messageId));
  if (!found) throw new AppError('message_not_found');
  return DONE;
}

export async function markAllRead(ctx: Ctx): Promise<typeof DONE> {
  await inTransaction(ctx, ({ db }) => markAllMessagesRead(db, memberOf(ctx).id));
  return DONE;
}

/** By then every transaction has ended. Ids are assigned on insert, but rows become visible on commit. */
const COMMITTED_AFTER = 30 * SECOND;

/**
 * Returns the newest unread message that a client who knows `after` (null: none) may not know: one with a higher id, or
 * one that was inserted before `after` and committed later. Null if there is none.
 */
export async function findNewer(ctx: Pick<Ctx, 'db'>, accountId: string, after: string | null): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where('id', '<>', after ?? '0')
    .where(({ or, eb }) =>
      or([
        eb('id', '>', after ?? '0'),
        eb('created_at', '>', sql<Date>`db_clock() - make_interval(secs => ${COMMITTED_AFTER / SECOND})`),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

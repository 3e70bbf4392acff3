import { DONE, type Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, pageOf } from '#platform/db/keyset.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import type { MessageView } from '../contract.ts';
import { escapeParams, sanitizeMessage } from '../model/message-html.ts';
import { type InboxTab, type MessageType, UNREAD_MAX } from '../model/message-types.ts';

/** What a message tells of. Titles are kept as they were when it was written. */
export interface Notice {
  to: string;
  type: MessageType;
  storyId?: string | null;
  chapterId?: string | null;
  requestId?: string | null;
  /** What the type's template names; `story` and `chapter` are titles. */
  params?: Record<string, string | number>;
}

/** Writes a message in the transaction of what it tells of: both are there or neither. */
export async function notify(ctx: Pick<Ctx, 'db'>, notice: Notice): Promise<void> {
  await ctx.db
    .insertInto('messages')
    .values({
      account_id: notice.to,
      type: notice.type,
      story_id: notice.storyId ?? null,
      chapter_id: notice.chapterId ?? null,
      request_id: notice.requestId ?? null,
      params: JSON.stringify(notice.params ?? {}),
    })
    .execute();
}

const COLUMNS = ['id', 'type', 'story_id', 'chapter_id', 'params', 'created_at', 'read_at', 'action_status'] as const;

interface MessageRow {
  id: string;
  type: string;
  story_id: string | null;
  chapter_id: string | null;
  params: unknown;
  created_at: Date;
  read_at: Date | null;
  action_status: string | null;
}

/** A message in the reader's language: the template of its type, with escaped parameters, sanitised again. */
function toMessageView(language: Language, row: MessageRow): MessageView {
  const params = row.params as Record<string, string | number>;
  const text = translatorOf(language).find(`message.${row.type}`, escapeParams(params)) ?? '';
  const title = (name: string) => (typeof params[name] === 'string' ? params[name] : null);
  return {
    id: row.id,
    type: row.type as MessageType,
    content: sanitizeMessage(text),
    created_at: row.created_at.toISOString(),
    status: row.read_at ? 'read' : 'unread',
    action_status: row.action_status as MessageView['action_status'],
    data: {
      storyId: row.story_id,
      chapterId: row.chapter_id,
      storyTitle: title('story'),
      chapterTitle: title('chapter'),
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

/** Types whose messages wait for an answer. */
const ANSWERED_TYPES = ['story_apply', 'story_invite'] satisfies MessageType[];

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
  return pageOf(
    rows,
    input.limit,
    (row) => toMessageView(ctx.language, row),
    (row) => row.id,
  );
}

/** Error: message_not_found, also for a message of somebody else. */
export async function markRead(ctx: Ctx, input: { messageId: string }): Promise<typeof DONE> {
  const row = await ctx.db
    .updateTable('messages')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')) }))
    .where('id', '=', input.messageId)
    .where('account_id', '=', memberOf(ctx).id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('message_not_found');
  return DONE;
}

export async function markAllRead(ctx: Ctx): Promise<typeof DONE> {
  await ctx.db
    .updateTable('messages')
    .set((eb) => ({ read_at: eb.fn<Date>('db_clock') }))
    .where('account_id', '=', memberOf(ctx).id)
    .where('read_at', 'is', null)
    .execute();
  return DONE;
}

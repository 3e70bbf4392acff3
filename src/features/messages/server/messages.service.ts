import { type InferResult, sql } from 'kysely';
import { DONE, type Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import type { MessageView } from '../contract.ts';
import { ANSWERED_TYPES, COUNTED_MAX, type InboxTab, type MessageType } from '../model/message-types.ts';
import { withCurrentNames } from './current-names.queries.ts';
import { languageOf, targetOf } from './kinds.ts';
import { messageContent, momentOf } from './message-text.ts';
import { markAllMessagesRead, markMessageRead } from './messages.repo.ts';

/** The messages of the caller, each with the mode of its story, newest first. */
const ownMessages = (ctx: Ctx) =>
  ctx.db
    .selectFrom('messages')
    .leftJoin('stories', 'stories.id', 'messages.story_id')
    .select(['messages.id', 'messages.type', 'story_id', 'chapter_id', 'params', 'messages.created_at'])
    .select(['read_at', 'action_status', 'stories.mode'])
    .where('account_id', '=', memberOf(ctx).id)
    .orderBy('messages.id', 'desc');

type MessageRow = InferResult<ReturnType<typeof ownMessages>>[number];

function toMessageView(
  { language, notices, clock }: Pick<Ctx, 'language' | 'notices' | 'clock'>,
  row: MessageRow,
): MessageView {
  const { params, type } = row;
  const moment = (name: string) => momentOf(params, name)?.toISOString() ?? null;
  const title = (name: string) => (typeof params[name] === 'string' ? params[name] : null);
  return {
    id: row.id,
    type,
    content: messageContent(language, type, { ...params, story_id: row.story_id ?? '' }, clock.now()),
    created_at: row.created_at.toISOString(),
    status: row.read_at ? 'read' : 'unread',
    action_status: row.action_status,
    target: targetOf(notices, row),
    data: {
      storyId: row.story_id,
      chapterId: row.chapter_id,
      storyTitle: title('story'),
      chapterTitle: title('chapter'),
      mode: row.mode,
      language: languageOf(params),
      deadline: moment('deadline'),
      expiresAt: moment('expires_at'),
    },
  };
}

export async function listUnread(ctx: Ctx): Promise<MessageView[]> {
  const rows = await ownMessages(ctx).where('read_at', 'is', null).limit(COUNTED_MAX).execute();
  return (await withCurrentNames(ctx, rows)).map((row) => toMessageView(ctx, row));
}

export async function listMessages(
  ctx: Ctx,
  input: { tab: InboxTab; type?: MessageType | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<MessageView>> {
  let query = ownMessages(ctx);
  if (input.tab === 'unread') query = query.where('read_at', 'is', null);
  if (input.tab === 'read') query = query.where('read_at', 'is not', null);
  if (input.tab === 'pending')
    query = query.where('messages.type', 'in', ANSWERED_TYPES).where('action_status', 'is', null);
  if (input.type) query = query.where('messages.type', '=', input.type);
  const before = idCursor(input.cursor);
  if (before) query = query.where('messages.id', '<', before);
  const rows = await query.limit(input.limit + 1).execute();
  return keysetPageOf(
    await withCurrentNames(ctx, rows),
    input.limit,
    (row) => toMessageView(ctx, row),
    (row) => row.id,
  );
}

/** Counts the messages of each tab, up to `COUNTED_MAX`. */
export async function countMessages(ctx: Ctx): Promise<Record<InboxTab, number>> {
  const some = (where: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(
      select count(*)::int from (
        select from messages where account_id = ${memberOf(ctx).id} and ${where} limit ${COUNTED_MAX}
      ) counted
    )`;
  const { rows } = await sql<{ all: number; unread: number; read: number; pending: number }>`
    select
      ${some(sql`true`)} as "all",
      ${some(sql`read_at is null`)} as unread,
      ${some(sql`read_at is not null`)} as read,
      ${some(sql`type in (${sql.join(ANSWERED_TYPES)}) and action_status is null`)} as pending`.execute(ctx.db);
  return rows[0]!;
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

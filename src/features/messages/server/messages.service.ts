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
import { ANSWERED_TYPES, type InboxTab, type MessageType, UNREAD_MAX } from '../model/message-types.ts';
import { type MessageParams, messageContent, momentOf } from './message-text.ts';

/** What a message tells of. Titles are kept as they were when it was written. */
export interface Notice {
  to: string;
  type: MessageType;
  storyId?: string | null;
  chapterId?: string | null;
  /** The invitation or application that the message asks about; what becomes of it is written to the message too. */
  requestId?: string | null;
  /**
   * What the type's template names: `story`, `chapter` and `entry` are titles, `user`, `from` and `next` names, `slug` is
   * the address of `user`, `<name>_id` says whose name it is (by it the name is taken out when they are gone), `language`
   * a code. `deadline` and `expires_at` are epoch milliseconds, 0 for none.
   */
  params?: MessageParams;
}

/** Writes a message in the transaction of what it tells of: both are there or neither. Open pages hear of it then. */
export async function notify(ctx: Pick<Ctx, 'db'>, notice: Notice): Promise<void> {
  const { id } = await ctx.db
    .insertInto('messages')
    .values({
      account_id: notice.to,
      type: notice.type,
      story_id: notice.storyId ?? null,
      chapter_id: notice.chapterId ?? null,
      request_id: notice.requestId ?? null,
      params: toJson(notice.params ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publish(ctx, [notice.to], { type: 'message', id });
}

/** The same message to many, as one statement: thousands may have voted for what leaves a round. */
export async function notifyAll(
  ctx: Pick<Ctx, 'db'>,
  recipients: readonly string[],
  { type, storyId = null, chapterId = null, params = {} }: Omit<Notice, 'to' | 'requestId'>,
): Promise<void> {
  if (recipients.length === 0) return;
  const { rows } = await sql<{ id: string; to: string }>`
    insert into messages (account_id, type, story_id, chapter_id, params)
    select to_id, ${type}, ${storyId}::bigint, ${chapterId}::bigint, ${JSON.stringify(params)}::jsonb
    from unnest(${recipients as string[]}::bigint[]) as to_id returning id::text as id, account_id::text as to`.execute(
    ctx.db,
  );
  // Each hears of their own message alone: by one id for all they could count each other.
  await publishEach(
    ctx,
    rows.map(({ id, to }) => ({ to, event: { type: 'message', id } })),
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

/** Error: message_not_found, also for a message of somebody else. */
export async function markRead(ctx: Ctx, input: { messageId: string }): Promise<typeof DONE> {
  const row = await inTransaction(ctx, ({ db }) =>
    db
      .updateTable('messages')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')) }))
      .where('id', '=', input.messageId)
      .where('account_id', '=', memberOf(ctx).id)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('message_not_found');
  return DONE;
}

export async function markAllRead(ctx: Ctx): Promise<typeof DONE> {
  await inTransaction(ctx, ({ db }) =>
    db
      .updateTable('messages')
      .set((eb) => ({ read_at: eb.fn<Date>('db_clock') }))
      .where('account_id', '=', memberOf(ctx).id)
      .where('read_at', 'is', null)
      .execute(),
  );
  return DONE;
}

/** A transaction is over by then. Ids are given when a message is written, and it is seen when that is committed. */
const COMMITTED_AFTER = 30 * SECOND;

/**
 * The newest unread message of a member that one who knows of `after` (null: of none) may not know of: a newer one, or
 * one that was written before it and committed after it. Null when there is none.
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

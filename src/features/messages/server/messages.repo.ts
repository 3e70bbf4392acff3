import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';
import type { DB } from '#platform/db/schema.ts';

type Columns = 'type' | 'story_id' | 'chapter_id' | 'request_id' | 'params' | 'event_key';

/**
 * Inserts the same message for these members. Leaves out those whom the member `from` may not reach, with `isReadable`
 * those who can’t read what it is about, and those who have a message with its event key. If another transaction is
 * inserting that one, waits for its end. Returns the id of each one’s message.
 */
export async function insertMessages(
  { db, contacts, canSee }: Pick<Ctx, 'db' | 'contacts' | 'canSee'>,
  recipients: readonly string[],
  message: Pick<Row<'messages'>, Columns> & { isReadable: boolean; from: string | null },
): Promise<{ id: string; to: string }[]> {
  if (recipients.length === 0) return [];
  const { type, story_id, chapter_id, request_id, params, event_key, isReadable, from } = message;
  const recipient = sql`to_id`;
  const conditions = [
    ...(from === null ? [] : [contacts.mayReach(from, recipient)]),
    ...(isReadable ? [canSee(recipient, { storyId: story_id, chapterId: chapter_id })] : []),
  ];
  const { rows } = await sql<{ id: string; to: string }>`
    insert into messages (account_id, type, story_id, chapter_id, request_id, params, event_key)
    select to_id, ${type}, ${story_id}::bigint, ${chapter_id}::bigint, ${request_id}::bigint, ${toJson(params)}, ${event_key}
    from unnest(${recipients as string[]}::bigint[]) as to_id
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    on conflict (account_id, event_key) where event_key is not null do nothing
    returning id::text as id, account_id::text as to`.execute(db);
  return rows;
}

/** Marks a message as read. Returns false if the member has no such message. */
export async function markMessageRead(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks all messages of a member as read. */
export async function markAllMessagesRead(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('messages')
    .set((eb) => ({ read_at: eb.fn<Date>('db_clock') }))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .execute();
}

/**
 * Marks the messages of a member as read whose event keys start with one of these. Returns the ids of those that weren’t.
 */
export async function markEventsRead(db: Db, accountId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('messages')
    .set((eb) => ({ read_at: eb.fn<Date>('db_clock') }))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where(({ or, eb }) => or(keys.map((key) => eb(eb.fn('starts_with', ['event_key', eb.val(key)]), '=', true))))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Settles the messages that ask about a request, and marks them as read. Returns what has changed. */
export function settleMessages(
  db: Db,
  requestId: string,
  types: readonly DB['messages']['type'][],
  status: NonNullable<DB['messages']['action_status']>,
): Promise<{ id: string; account_id: string }[]> {
  return db
    .updateTable('messages')
    .set((eb) => ({
      action_status: status,
      read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')),
    }))
    .where('request_id', '=', requestId)
    .where('type', 'in', types)
    .where('action_status', 'is', null)
    .returning(['id', 'account_id'])
    .execute();
}

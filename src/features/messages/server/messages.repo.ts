import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';
import type { DB } from '#platform/db/schema.ts';

/** Inserts a message. Returns its id. */
export async function insertMessage(db: Db, message: Insertable<DB['messages']>): Promise<string> {
  const { id } = await db.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts the same message for many members. Returns the id of each one’s message. */
export async function insertForAll(
  db: Db,
  recipients: readonly string[],
  message: Pick<Row<'messages'>, 'type' | 'story_id' | 'chapter_id' | 'params'>,
): Promise<{ id: string; to: string }[]> {
  const { type, story_id, chapter_id, params } = message;
  const { rows } = await sql<{ id: string; to: string }>`
    insert into messages (account_id, type, story_id, chapter_id, params)
    select to_id, ${type}, ${story_id}::bigint, ${chapter_id}::bigint, ${toJson(params)}
    from unnest(${recipients as string[]}::bigint[]) as to_id returning id::text as id, account_id::text as to`.execute(
    db,
  );
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

/** Settles the messages that ask about a request. An answer also marks them as read. Returns what has changed. */
export function settleMessages(
  db: Db,
  requestId: string,
  types: readonly DB['messages']['type'][],
  { status, isAnswer }: { status: NonNullable<DB['messages']['action_status']>; isAnswer: boolean },
): Promise<{ id: string; account_id: string }[]> {
  return db
    .updateTable('messages')
    .set((eb) => ({
      action_status: status,
      ...(isAnswer ? { read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')) } : {}),
    }))
    .where('request_id', '=', requestId)
    .where('type', 'in', types)
    .where('action_status', 'is', null)
    .returning(['id', 'account_id'])
    .execute();
}

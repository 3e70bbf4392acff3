import type pg from 'pg';
import type { Erased } from './erased-list.ts';

/**
 * Schedules the deletion of accounts that were erased after the restored backup was made, and ends their sessions. The
 * next tick erases them. Returns their number. Runs before the site starts, on a connection of its own.
 */
export async function planErasures(client: pg.Client, erased: readonly Erased[]): Promise<number> {
  await client.query('begin');
  // Takes the first entry of an account in this order, if there are several.
  const { rows } = await client.query<{ id: string }>(
    `update accounts a set deletion_due_at = db_clock(), deletion_content = coalesce(e.texts, 'keep'), status = 'pending_deletion',
       suspended_until = null
     from (select distinct on (id, joined) id, joined, texts
       from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as l (id, joined, texts) order by id, joined, texts) e
     where a.id = e.id and date_trunc('milliseconds', a.joined_at) = e.joined and a.status <> 'erased'
     returning a.id::text as id`,
    [erased.map(({ id }) => id), erased.map(({ joinedAt }) => joinedAt), erased.map(({ texts }) => texts)],
  );
  await client.query('delete from sessions where account_id = any($1::bigint[])', [rows.map(({ id }) => id)]);
  await client.query('commit');
  return rows.length;
}

/**
 * Deletes all sessions of a database of any earlier version, whose reasons for the end of a session may be others. Runs
 * before the site starts.
 */
export async function deleteEverySession(client: pg.Client): Promise<void> {
  await client.query('delete from sessions');
}

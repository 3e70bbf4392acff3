import type pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import type { Erased } from './erased-list.ts';
import { endEverySession } from './sessions.repo.ts';

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

/** Ends all sessions, open emailed links, links to a first factor, and the trust in devices: some were closed since. */
export async function endOpenWays(db: Db): Promise<void> {
  await endEverySession(db, 'ended');
  await db.deleteFrom('mail_links').where('used_at', 'is', null).execute();
  await db.deleteFrom('enrolment_links').execute();
  await db
    .updateTable('known_devices')
    .set({ trusted_until: null, device: '' })
    .where('trusted_until', 'is not', null)
    .execute();
}

/**
 * Deletes what a database of any version has of open ways in, because some were closed since: all sessions, open emailed
 * links, links to a first factor, and the trust in devices. Runs before the site starts.
 */
export async function deleteOpenWays(client: pg.Client): Promise<void> {
  await client.query('delete from sessions');
  await client.query('delete from mail_links where used_at is null');
  const { rows } = await client.query<{ links: boolean; trust: boolean }>(
    `select to_regclass('public.enrolment_links') is not null as links, exists (select from information_schema.columns
      where table_schema = 'public' and table_name = 'known_devices' and column_name = 'trusted_until') as trust`,
  );
  if (rows[0]?.links) await client.query('delete from enrolment_links');
  if (rows[0]?.trust)
    await client.query("update known_devices set trusted_until = null, device = '' where trusted_until is not null");
}

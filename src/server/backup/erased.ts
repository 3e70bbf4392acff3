import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { type Erased, erasedListOf, readErased } from '#features/accounts/server/index.ts';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';

/**
 * Whoever was erased must not come back with an older backup (trust 55). Each erasure is noted in the data folder, and each
 * backup brings the list beside the backups up to date, where it outlives both; a restore reads both lists.
 */

async function connected<T>(settings: ConnectionSettings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...settings, application_name: 'skein erasures' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Brings the list beside the backups up to date: what stood there, what the data folder knows, what the database says. */
export async function keepErased(config: Config, settings: ConnectionSettings, folder: string): Promise<void> {
  const known = [...(await readErased(folder)), ...(await readErased(config.dataDir))];
  const { rows } = await connected(settings, (client) =>
    client.query<{ id: string; joined_at: Date }>(
      "select id::text as id, joined_at from accounts where status = 'erased'",
    ),
  );
  const all = [
    ...known,
    ...rows.map((row): Erased => ({ id: row.id, joinedAt: row.joined_at.toISOString(), texts: null })),
  ];
  const lines = new Map<string, string>();
  // The first of an account says what it chose.
  for (const entry of all) {
    const key = `${entry.id} ${entry.joinedAt}`;
    if (!lines.has(key)) lines.set(key, JSON.stringify(entry));
  }
  if (lines.size > 0) await writeFile(erasedListOf(folder), `${[...lines.values()].join('\n')}\n`, { mode: 0o600 });
}

/** Shuts the restored accounts of who was erased since, and lets the next tick erase them anew. Answers how many. */
export async function eraseAgain(settings: ConnectionSettings, folders: readonly string[]): Promise<number> {
  const erased = (await Promise.all(folders.map(readErased))).flat();
  if (erased.length === 0) return 0;
  return connected(settings, async (client) => {
    await client.query('begin');
    // The first of an account says what it chose.
    const { rows } = await client.query<{ id: string }>(
      `update accounts a set leaving_at = db_clock(), leaving_texts = coalesce(e.texts, 'keep'), status = 'leaving',
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
  });
}

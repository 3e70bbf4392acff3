import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@skein/embedded-postgres';
import type pg from 'pg';
import { withClient } from '#platform/db/with-client.ts';
import { copyServer, databaseFolder } from '#testing/base-backup.ts';
import { memoryFolder } from '../tools/memory-folder.ts';
import { until } from './until.ts';

// Carries out “Any point in time” of docs/backups.md with PostgreSQL servers of its own: archives the log of one, loses it,
// and restores it to a moment between two writes. Fails if the first write is missing or the second one is there.

/** Maximum time in ms to archive a file, or to finish the recovery. */
const PATIENCE = 30_000;

const root = await mkdtemp(join(memoryFolder(), 'skein-drill-'));
const place = (name: string) => join(root, name);

function on<T>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { socketDir: host, port, user, database } = server;
  return withClient({ host, port, user, database }, 'skein drill', work);
}

async function value(client: pg.Client, expression: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]!.value;
}

const holds = (client: pg.Client, condition: string) =>
  until(condition, async () => ((await value(client, condition)) ? true : null), PATIENCE);

/** Runs a server with an archive, and returns the moment between its two writes. */
async function lose(archive: string): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: place('first'),
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`,
    },
  });
  try {
    const data = databaseFolder(place('first'));
    const { uid, gid } = await stat(data);
    await chown(archive, uid, gid);
    return await on(server, async (client) => {
      await client.query('create table writes (what text primary key)');
      await copyServer(client, data, data.replace('/first/', '/second/'));
      await client.query("insert into writes values ('before')");
      const moment = await value(client, 'clock_timestamp()::text');
      await client.query("insert into writes values ('after')");
      const last = await value(client, 'pg_walfile_name(pg_switch_wal())');
      await holds(client, `(select coalesce(last_archived_wal >= '${last}', false) from pg_stat_archiver)`);
      return String(moment);
    });
  } finally {
    await server.stop();
    await rm(place('first'), { recursive: true });
  }
}

/** Restores the base backup and the archive to a moment, and returns the writes that are there. */
async function restoreTo(moment: string, archive: string): Promise<string[]> {
  await writeFile(join(databaseFolder(place('second')), 'recovery.signal'), '');
  const server = await startEmbeddedPostgres({
    dataDir: place('second'),
    settings: {
      wal_level: 'replica',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  });
  try {
    return await on(server, async (client) => {
      await holds(client, 'not pg_is_in_recovery()');
      const { rows } = await client.query<{ what: string }>('select what from writes');
      return rows.map(({ what }) => what);
    });
  } finally {
    await server.stop();
  }
}

try {
  // As root, PostgreSQL runs as another user, who must be able to enter the folders.
  await chmod(root, 0o711);
  for (const name of ['first', 'second', 'archive']) await mkdir(place(name), { mode: 0o711 });
  const moment = await lose(place('archive'));
  const found = await restoreTo(moment, place('archive'));
  if (found.join() !== 'before')
    throw new Error(`Restored to ${moment}, but these writes are there: ${found.join(', ')}`);
  console.log(`Restored to ${moment}: the write before it is there, the one after it isn’t.`);
} finally {
  await rm(root, { recursive: true, force: true });
}

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databasesIn } from '@skein/embedded-postgres';
import type pg from 'pg';

/** Returns the path of the database in the data folder of a site. */
export const databaseFolder = (dataDir: string) => join(dataDir, `pg${databasesIn(dataDir)[0]}`);

/** Copies a running server, which continues to write. Like pg_basebackup, which the embedded PostgreSQL doesn’t have. */
export async function copyServer(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query("select pg_backup_start('copy', true)");
  await cp(from, to, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$/.test(path) });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
}

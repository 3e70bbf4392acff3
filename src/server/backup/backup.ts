import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import { createFolderStore } from '#platform/images/image-store.ts';
import { keepErased } from './erased.ts';
import { describeTables, quoted, type TableDescription } from './tables.ts';

/** What a backup contains, and how to check that it is complete. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** The latest migration of the saved database. */
  migration: string;
  tables: (TableDescription & { rows: number; sha256: string })[];
  images: number;
}

/**
 * Saves the database, the images and the secret key to a folder that only its owner can read. The site may be running,
 * because all tables are read in one snapshot. The folder gets its name only once it is complete. Returns the manifest.
 */
export async function backup(config: Config, settings: ConnectionSettings, folder: string): Promise<Manifest> {
  const fresh = `${folder}.part`;
  await mkdir(join(fresh, 'tables'), { recursive: true, mode: 0o700 });
  await chmod(fresh, 0o700);
  // Before and after the snapshot. An image that is replaced in between is in one of the two copies.
  await copyImages(config, fresh);
  return withClient(settings, 'skein backup', async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const migration = await findMigration(client);
    const tables: Manifest['tables'] = [];
    for (const table of await describeTables(client))
      tables.push({ ...table, ...(await saveTable(client, table.name, table.columns, fresh)) });
    await client.query('commit');
    const images = await copyImages(config, fresh);
    const key = await readFile(join(config.dataDir, 'secret-key'), 'utf8').catch(() => null);
    if (key !== null) await writeFile(join(fresh, 'secret-key'), key, { mode: 0o600 });
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migration,
      tables,
      images,
    };
    await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2));
    await rename(fresh, folder);
    await keepErased(config, settings, dirname(resolve(folder)));
    return manifest;
  });
}

/** Returns the latest migration. Throws if one is only partly done, because no version could restore such tables. */
async function findMigration(client: pg.Client): Promise<string> {
  // The running site may be of a version without steps.
  const { rows: known } = await client.query("select from pg_class where oid = to_regclass('schema_migration_steps')");
  const { rows: begun } =
    known.length > 0 ? await client.query<{ name: string }>('select name from schema_migration_steps') : { rows: [] };
  if (begun[0])
    throw new DatabaseNotUsableError(
      `The database is being migrated (${begun[0].name}). Start Skein, wait until it is running, and try again.`,
    );
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name desc limit 1',
  );
  return rows[0]?.name ?? '';
}

async function saveTable(
  client: pg.Client,
  name: string,
  columns: string[],
  folder: string,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // Only a query can be copied from a table that has partitions.
  const copy = client.query(to(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`));
  await pipeline(
    copy,
    hashing,
    createGzip({ level: 6 }),
    createWriteStream(join(folder, 'tables', `${name}.gz`), { mode: 0o600 }),
  );
  // The data may end before the database reports the number of rows. A query is answered only after that.
  await client.query('select');
  return { rows: copy.rowCount, sha256: hash.digest('hex') };
}

async function copyImages(config: Config, folder: string): Promise<number> {
  const from = join(config.dataDir, 'images');
  const into = join(folder, 'images');
  let count = 0;
  for await (const key of createFolderStore(from).list()) {
    const place = key.slice(2, 4).toLowerCase();
    await mkdir(join(into, place), { recursive: true });
    // The sweep may have deleted an image that isn’t shown anymore. Then it isn’t needed.
    await copyFile(join(from, place, key), join(into, place, key)).then(
      () => (count += 1),
      () => {},
    );
  }
  return count;
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, chmod, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { LAST_SEAL, type LogAnchor } from '#platform/db/verify-log.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { isDamage, PATIENT } from '#platform/files/s3-client.ts';
import { flushFolder } from '#platform/files/write-whole.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { makeFolder } from '../make-folder.ts';
import { keepErased } from './erased.ts';
import { KEY_FILES, type Manifest } from './manifest.ts';
import { siteName } from './places.ts';
import { findSiteId, SITE_FILE } from './site-id.ts';
import { describeTables, quoted } from './tables.ts';

/**
 * Saves the database, the images and the secret key to a folder that only its owner can read. The site may be running,
 * because all tables are read in one snapshot. The folder gets its name only once it is complete and on the disk. Images
 * that are in the previous backup, too, are linked and not copied. Returns the manifest.
 */
export async function backup(
  config: Config,
  settings: ConnectionSettings,
  folder: string,
  { previous = null, isUpgrade = false }: { previous?: string | null; isUpgrade?: boolean } = {},
): Promise<Manifest> {
  const fresh = `${folder}.part`;
  await refuseIfTaken(folder);
  // Outside of the try: what it can’t create must not be deleted.
  await makeFolder(join(fresh, 'tables'), 0o700);
  try {
    return await fill(config, settings, folder, { fresh, previous, isUpgrade, files: openFiles(config, PATIENT) });
  } catch (error) {
    // What is left of it could fill the disk.
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Otherwise all of the backup would be made in vain. */
async function refuseIfTaken(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0)
    throw new DatabaseNotUsableError(`${folder} exists already, and isn’t empty. Choose another folder.`);
}

interface Places {
  /** The folder until it is complete. */
  readonly fresh: string;
  readonly previous: string | null;
  /** True to save temporary tables, too. */
  readonly isUpgrade: boolean;
  readonly files: FileStore;
}

async function fill(
  config: Config,
  settings: ConnectionSettings,
  folder: string,
  { fresh, previous, isUpgrade, files }: Places,
): Promise<Manifest> {
  await chmod(fresh, 0o700);
  const site = await findSiteId(settings);
  await writeFile(join(fresh, SITE_FILE), site ?? '', { mode: 0o600 });
  // Before and after the snapshot. An image that is replaced in between is in one of the two copies.
  const damaged = new Set<string>();
  await copyImages(files, fresh, { previous, damaged });
  return withClient(settings, 'skein backup', async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const migration = await findMigration(client);
    const tables: Manifest['tables'] = [];
    for (const table of await describeTables(client, isUpgrade))
      tables.push({ ...table, ...(await saveTable(client, table.name, table.columns, fresh)) });
    const log = await findLastSeal(client);
    await client.query('commit');
    const images = await copyImages(files, fresh, { previous, damaged });
    for (const name of KEY_FILES) {
      const key = await readFile(join(config.dataDir, name), 'utf8').catch(() => null);
      if (key !== null) await writeFile(join(fresh, name), key, { mode: 0o600, flush: true });
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migration,
      tables,
      images,
      damaged: [...damaged],
      log,
      site,
      address: siteName(config),
    };
    await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2), { flush: true });
    await rm(join(fresh, SITE_FILE));
    await flushFolders(fresh);
    await rename(fresh, folder);
    await flushFolder(dirname(resolve(folder)));
    await keepErased({ ...config, files }, settings, dirname(resolve(folder)));
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

/** The running site may be of a version without seals. */
async function findLastSeal(client: pg.Client): Promise<LogAnchor | null> {
  const { rows: known } = await client.query("select where to_regclass('status_log_seals') is not null");
  if (known.length === 0) return null;
  const { rows } = await client.query<LogAnchor>(LAST_SEAL);
  return rows[0] ?? null;
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
    createWriteStream(join(folder, 'tables', `${name}.gz`), { mode: 0o600, flush: true }),
  );
  // The data may end before the database reports the number of rows. A query is answered only after that.
  await client.query('select');
  return { rows: copy.rowCount, sha256: hash.digest('hex') };
}

/** Makes sure that the names in a folder, and in all folders in it, outlive a loss of power. */
async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushFolders(join(folder, entry.name));
  await flushFolder(folder);
}

const isDone = () => true;
const isNotDone = () => false;

/** Keys name the content, so two files with the same key are the same. Returns false if there is none to link to. */
async function linkTo(file: string, target: string): Promise<boolean> {
  return link(file, target).then(isDone, (error: NodeJS.ErrnoException) => error.code === 'EEXIST');
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(isDone, isNotDone);
}

/**
 * Copies the images from their store. Those that are in the backup already, or in the previous one, aren’t read again. One
 * that the store has damaged is left out and noted: it must not keep everything else from being saved.
 */
async function copyImages(
  files: FileStore,
  folder: string,
  { previous, damaged }: { previous: string | null; damaged: Set<string> },
): Promise<number> {
  const images = createImageStore(files);
  const into = join(folder, 'images');
  let count = 0;
  for await (const { key } of images.list()) {
    const place = key.slice(2, 4).toLowerCase();
    const target = join(into, place, key);
    if (await exists(target)) {
      count += 1;
      continue;
    }
    await mkdir(join(into, place), { recursive: true, mode: 0o700 });
    if (previous !== null && (await linkTo(join(previous, 'images', place, key), target))) {
      count += 1;
      continue;
    }
    if (damaged.has(key)) continue;
    const bytes = await images.get(key).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      damaged.add(key);
      return null;
    });
    // The sweep may have deleted an image that isn’t shown anymore. Then it isn’t needed.
    if (bytes === null) continue;
    await writeFile(target, bytes, { mode: 0o600, flush: true });
    count += 1;
  }
  return count;
}

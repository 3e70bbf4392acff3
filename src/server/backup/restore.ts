import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { deleteEveryExport, endOpenWays } from '#features/accounts/server/index.ts';
import { enqueueWaiting } from '#features/moderation/server/index.ts';
import type { Config } from '#platform/config.ts';
import { type ConnectionSettings, inTransaction, openDatabase } from '#platform/db/database.ts';
import { DatabaseNotUsableError, migrate, migrations } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { keepInstallation } from '#platform/files/installation.repo.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';
import { writeKey } from '#platform/secret-keys.ts';
import { eraseAgain, knownErasures, otherSites, sitesOfBackup } from './erased.ts';
import { putImages } from './images-of-backup.ts';
import { readKeys, refuseLinks } from './links-of-backup.ts';
import type { Manifest } from './manifest.ts';
import { findLostImages, type LostImages } from './restored-images.ts';
import { isRestored, quoted } from './tables.ts';

/** `images` are those that were restored, which may be fewer than were saved. */
export interface Restored extends Manifest {
  readonly lost: LostImages;
  /** Sites whose lists of erased accounts are beside the backup, but don’t belong to it. */
  readonly unread: readonly string[];
}

/** For an upgrade, which goes on where the site has stopped. */
export interface CarriesOver {
  /** Runs once the tables are as they were saved, before they are migrated. */
  readonly loaded: () => Promise<void>;
  /** Runs once everything is migrated. */
  readonly migrated: () => Promise<void>;
}

/**
 * Restores a backup to an empty database: the tables as they were, their sequences, the images and the secret key. Then
 * migrates the database to this version, and erases the members again who were erased since. The tables are loaded in
 * one transaction, so either all of them are restored or none. The queue starts empty: waiting pre-reviews are queued
 * again, waiting emails are not sent. All sessions, emailed links and trust in devices end, because the backup has some
 * that were ended since, and exports are deleted, because their files are not in it. A backup that contains links is refused: they could lead to files that
 * only root can read. Returns the manifest, and the images that the backup doesn’t have.
 *
 * With `upgrade`, the backup was just made from the same data folder: sessions and exports stay, and so do temporary tables,
 * and its images and keys are there already.
 */
export async function restore(
  config: Config,
  settings: ConnectionSettings,
  folder: string,
  log: Log,
  upgrade: CarriesOver | null = null,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (!(await migrations()).includes(manifest.migration)) {
    throw new DatabaseNotUsableError(
      `This backup is from a newer version (${manifest.migration}). Restore it with that version or a later one.`,
    );
  }
  await refuseLinks(folder);
  const keys = await readKeys(folder);
  const files = openFiles(config, PATIENT);
  // First, because without them nothing may be restored.
  const place = dirname(resolve(folder));
  const sites = sitesOfBackup(manifest, config);
  const erased = await knownErasures({ files, dataDir: config.dataDir }, place, sites);
  await refuseIfUsed(settings);
  await loadTables(settings, folder, manifest, upgrade !== null);
  let { images } = manifest;
  if (upgrade) await upgrade.loaded();
  else images = await copyFiles(config, files, folder, keys);
  await migrate(settings);
  await eraseAgain(settings, erased);
  const lost = await finish(files, settings, log, upgrade !== null);
  await upgrade?.migrated();
  return { ...manifest, images, lost, unread: await otherSites(place, sites) };
}

/** Loads the tables of a backup into an empty database, as they were, with the migrations that they had. */
export async function loadTables(
  settings: ConnectionSettings,
  folder: string,
  { migration, tables: saved }: Manifest,
  isUpgrade: boolean,
): Promise<void> {
  const tables = saved.filter(({ name }) => isRestored(name, isUpgrade));
  await migrate(settings, migration);
  // Until its commit, nothing of what this connection wrote is kept.
  await withClient(settings, 'skein restore', async (client) => {
    await client.query('begin');
    for (const { name, months = [] } of tables)
      for (const month of months) await client.query('select make_month($1::regclass, $2::date)', [name, month]);
    // Migrations insert rows too, which the backup contains.
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`);
    // The backup already contains what triggers wrote.
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
    await client.query('set constraints all deferred');
    for (const table of tables) await loadTable(client, table, folder);
    await client.query('set constraints all immediate');
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
    await setSequences(client);
    await client.query('commit');
  });
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    throw new DatabaseNotUsableError(
      `${folder} is no backup: it has no manifest.json that can be read. Nothing was restored.`,
    );
  }
}

/** Returns the number of images. */
async function copyFiles(
  { dataDir }: Config,
  files: FileStore,
  folder: string,
  keys: ReadonlyMap<string, string>,
): Promise<number> {
  const images = await putImages(createImageStore(files), join(folder, 'images'));
  for (const [name, key] of keys) await writeKey(join(dataDir, name), key);
  return images;
}

async function finish(
  files: FileStore,
  settings: ConnectionSettings,
  log: Log,
  isUpgrade: boolean,
): Promise<LostImages> {
  const database = openDatabase(settings, (err) => log.warn({ err }, 'A database connection was lost'), { max: 2 });
  try {
    await migrateJobs(database.pool, log);
    // It goes on as the same installation in its new database.
    if (isUpgrade) await keepInstallation(database.db);
    else
      await inTransaction({ db: database.db }, async (ctx) => {
        await endOpenWays(ctx.db);
        await deleteEveryExport(ctx.db);
        await enqueueWaiting(ctx);
      });
    await sql`select search_everything()`.execute(database.db);
    return await findLostImages(database.db, createImageStore(files));
  } finally {
    await database.close();
  }
}

async function refuseIfUsed(settings: ConnectionSettings): Promise<void> {
  await withClient(settings, 'skein restore', async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('public.accounts') is not null as exists",
    );
    if (!rows[0]?.exists) return;
    const { rows: used } = await client.query('select from accounts limit 1');
    if (used.length > 0)
      throw new DatabaseNotUsableError(
        'This database is in use. A backup can only be restored to an empty one: set a new DATA_DIR or DATABASE_URL.',
      );
    // Empty, but of this version. Dropped, so that the version of the backup can be loaded.
    await client.query(
      'drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade',
    );
  });
}

/** True if a file is missing, can’t be unpacked, or contains values that the table can’t have. */
function isUnreadable(error: unknown): boolean {
  const code = String((error as NodeJS.ErrnoException)?.code);
  return code === 'ENOENT' || code.startsWith('Z_') || /^22/.test(code);
}

async function loadTable(client: pg.Client, table: Manifest['tables'][number], folder: string): Promise<void> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const copy = client.query(from(`copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`));
  const file = createReadStream(join(folder, 'tables', `${table.name}.gz`));
  await pipeline(file, createGunzip(), hashing, copy).catch((error: unknown) => {
    // The database’s own error may quote a row.
    if (!isUnreadable(error)) throw error;
    throw new DatabaseNotUsableError(`The backup is damaged: ${table.name} can’t be read. Nothing was restored.`);
  });
  if (hash.digest('hex') !== table.sha256 || copy.rowCount !== table.rows) {
    throw new DatabaseNotUsableError(
      `The backup is damaged: ${table.name} differs from what was saved. Nothing was restored.`,
    );
  }
}

/** Makes new rows get ids after the restored ones. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')
      and not c.relispartition and a.attidentity <> ''`);
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${quoted(table)}', '${column}'), greatest((select max(${quoted(column)}) from ${quoted(table)}), 1), (select count(*) > 0 from ${quoted(table)}))`,
    );
  }
}

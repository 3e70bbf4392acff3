import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NativePackage } from '@skein/embedded-postgres';
import { type ConnectionSettings, openDatabase } from '#platform/db/database.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { verifyLog } from '#platform/db/verify-log.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { Manifest } from '../backup/manifest.ts';
import { restore } from '../backup/restore.ts';
import type { LostImages } from '../backup/restored-images.ts';
import { differences, digestsOf } from './digests.ts';
import { fillQueue } from './queue.ts';
import { foldersOf, type UpgradeRecord, writeRecord } from './record.ts';
import { savedQueue } from './save.ts';
import { type Upgrading, withEmbedded } from './upgrading.ts';

/**
 * Copies the backup into a new database beside the old one, compares every table with the old one, and migrates it to this
 * version. An interrupted copy is begun again.
 */
export async function copyInto(
  upgrading: Upgrading,
  saved: UpgradeRecord,
  installed: NativePackage,
): Promise<UpgradeRecord> {
  const { config, log, say, onStep } = upgrading;
  say(`The backup is in ${saved.backup}. Copying it into a new database …`);
  const manifest = JSON.parse(await readFile(join(saved.backup, 'manifest.json'), 'utf8')) as Manifest;
  const jobs = await savedQueue(config.dataDir);
  const start = { native: installed, like: { dataDir: config.dataDir, major: saved.from } };
  const after = await withEmbedded(upgrading, foldersOf(config.dataDir).made, start, async (settings) => {
    await clear(settings);
    onStep('empty');
    const { lost } = await restore(config, settings, saved.backup, log, {
      async loaded() {
        refuseDifferent(saved, await digestsOf(settings, manifest.tables));
        say(`All ${manifest.tables.length} tables are the same in both. Migrating …`);
        onStep('loaded');
      },
      migrated: () => fillQueue(settings, jobs),
    });
    onStep('migrated');
    await reportFaults(upgrading, settings, manifest, lost);
    return digestsOf(settings);
  });
  const verified: UpgradeRecord = { ...saved, stage: 'verified', after };
  await writeRecord(config.dataDir, verified);
  return verified;
}

/** Empties a database that a copy was interrupted in. */
async function clear(settings: ConnectionSettings): Promise<void> {
  await withClient(settings, 'skein upgrade', (client) =>
    client.query('drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade'),
  );
}

function refuseDifferent({ before }: UpgradeRecord, copied: UpgradeRecord['before']): void {
  const wrong = differences(before, copied).map(({ table }) => table);
  if (wrong.length === 0) return;
  throw new DatabaseNotUsableError(
    `The new database differs from the old one in ${wrong.join(', ')}. The old one is unchanged and stays in use.`,
  );
}

/** Says what was wrong before already. The tables are the same, so none of it is a fault of the copy. */
async function reportFaults(
  { say }: Upgrading,
  settings: ConnectionSettings,
  { log }: Manifest,
  { missing, damaged }: LostImages,
): Promise<void> {
  if (missing.length > 0) say(`These images are missing: ${missing.join(', ')}.`);
  if (damaged.length > 0) say(`These images are damaged: ${damaged.join(', ')}.`);
  const database = openDatabase(settings, () => {}, { max: 1, statementTimeout: 0 });
  try {
    const { breaks } = await verifyLog(database.db, log ? [log] : []);
    if (breaks.length > 0) say('The log of decisions is not what was logged: see `npm run admin -- verify-log`.');
  } finally {
    await database.close();
  }
}

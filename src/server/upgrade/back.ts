import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DataDirLock, databasesIn, findNativePackage, lockDataDir } from '@skein/embedded-postgres';
import { deleteOpenWays } from '#features/accounts/server/index.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { eraseAgain, knownErasures } from '../backup/erased.ts';
import { putMissingImages } from '../backup/images-of-backup.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { siteName } from '../backup/places.ts';
import { type Difference, differences, digestsOf } from './digests.ts';
import { earlierPostgres } from './earlier-postgres.ts';
import { moveBack } from './moves.ts';
import { foldersOf, readRecord, type UpgradeRecord, writeRecord } from './record.ts';
import { type UpgradeOutcome, type Upgrading, withEmbedded } from './upgrading.ts';

/**
 * Goes back to the database from before the upgrade. Says what was written since, which isn’t in it, asks, and backs that up. As
 * after a restore, all members have to log in again, and members who were erased since are erased again.
 */
export async function goBack(upgrading: Upgrading): Promise<UpgradeOutcome> {
  const { config, say, confirm } = upgrading;
  const record = await readRecord(config.dataDir);
  const isKept = record !== null && databasesIn(foldersOf(config.dataDir).before).includes(record.from);
  if (!record || !isKept || !['done', 'leaving'].includes(record.stage))
    throw new DatabaseNotUsableError(
      `No database from before an upgrade is kept in ${config.dataDir}. To go back further, restore a backup into a new DATA_DIR with the version of Skein that made it.`,
    );
  const lock = await lockDataDir(config.dataDir);
  try {
    if (record.stage === 'done') {
      const lost = await withEmbedded(upgrading, config.dataDir, { lock }, async (settings) =>
        differences(record.after, await digestsOf(settings)),
      );
      say(describeLoss(record, lost));
      if (!(await confirm('Go back?'))) return 'refused';
      await saveCurrent(upgrading, lock);
      await writeRecord(config.dataDir, { ...record, stage: 'leaving' });
      upgrading.onStep('leaving');
    }
    await finishBack(upgrading, record);
    return 'done';
  } finally {
    lock.release();
  }
}

/** Says what will be lost. */
function describeLoss({ at, migration }: UpgradeRecord, lost: readonly Difference[]): string {
  const since = `the upgrade of ${at.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = lost.map(({ table, added }) => {
    const change = added === 0 ? 'changed' : `${Math.abs(added)} ${added > 0 ? 'more' : 'fewer'}`;
    return `  ${table}: ${change}`;
  });
  return [
    lines.length === 0 ? `Nothing was written since ${since}.` : `This was written since ${since}, and will be gone:`,
    ...lines,
    `A backup is made first. The database will be that of ${migration} again, for the version of Skein that you had before. All members have to log in again.`,
  ].join('\n');
}

async function saveCurrent(upgrading: Upgrading, lock: DataDirLock): Promise<void> {
  const { config, say } = upgrading;
  const { folder } = await withEmbedded(upgrading, config.dataDir, { lock }, (settings) =>
    makeBackup(config, settings, new Date()),
  );
  say(`What will be gone is in the backup ${folder}.`);
}

/** Completes going back, also after an interruption. */
export async function finishBack(upgrading: Upgrading, record: UpgradeRecord): Promise<void> {
  const { config, say, onStep } = upgrading;
  if (databasesIn(foldersOf(config.dataDir).before).includes(record.from)) await prepareOld(upgrading, record);
  onStep('prepared');
  // Images that nothing has used since the upgrade may be deleted by now.
  if (existsSync(record.backup))
    await putMissingImages(createImageStore(openFiles(config, PATIENT)), join(record.backup, 'images'));
  else say(`The backup ${record.backup} is gone. Pictures that were deleted since the upgrade are missing.`);
  await moveBack(config.dataDir, record, onStep);
  say(
    `The database from before the upgrade is in use again. Install the version of Skein that you had before (its latest migration is ${record.migration}), and start it. The other database is kept in ${foldersOf(config.dataDir).after} until \`npm run upgrade -- --forget-old\`.`,
  );
}

/** Ends what was ended since the upgrade: sessions and other open ways in, and accounts. */
async function prepareOld(upgrading: Upgrading, record: UpgradeRecord): Promise<void> {
  const { config, say, postgresFile } = upgrading;
  const installed = findNativePackage();
  const { before } = foldersOf(config.dataDir);
  const native = record.from === installed.major ? installed : await earlierPostgres(record.from, before, postgresFile);
  await withEmbedded(upgrading, before, { native }, async (settings) => {
    await withClient(settings, 'skein upgrade', deleteOpenWays);
    const files = openFiles(config, PATIENT);
    const erased = await knownErasures({ files, dataDir: config.dataDir }, dirname(record.backup), [siteName(config)]);
    await eraseAgain(settings, erased).catch((error: { code?: string }) => {
      // A column or status that the old version doesn’t have.
      if (error.code !== '42703' && error.code !== '23514') throw error;
      say('The old version can’t erase the members again who were erased since. Erase them by hand.');
    });
  });
}

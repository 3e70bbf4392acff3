import { rm } from 'node:fs/promises';
import {
  type DataDirLock,
  databasesIn,
  findNativePackage,
  lockDataDir,
  type NativePackage,
} from '@skein/embedded-postgres';
import { DatabaseNotUsableError, pendingMigrations } from '#platform/db/migrate.ts';
import { readBackup } from '../backup/places.ts';
import type { OtherStart } from '../database.ts';
import { finishBack } from './back.ts';
import { checkKey, checkSpace } from './checks.ts';
import { copyInto } from './copy.ts';
import { earlierPostgres } from './earlier-postgres.ts';
import { moveIn, stateOfFiles } from './moves.ts';
import { databaseIn, foldersOf, readRecord, type UpgradeRecord } from './record.ts';
import { save } from './save.ts';
import { type UpgradeOutcome, type Upgrading, withEmbedded } from './upgrading.ts';

/**
 * Upgrades the embedded database of a data folder to this version: saves it with our own backup, restores that into a new
 * database beside it, migrates and verifies that one, and then exchanges the two. Until then, the old one is only read. Run
 * again after an interruption, it goes on, or starts over if the site was running in between.
 */
export async function upgradeEmbedded(upgrading: Upgrading): Promise<UpgradeOutcome> {
  const { config, say } = upgrading;
  if (databasesIn(config.dataDir).length === 0 && (await readRecord(config.dataDir)) === null) {
    say(`There is no database in ${config.dataDir} yet. \`npm start\` creates one of this version.`);
    return 'nothing';
  }
  const lock = await lockDataDir(config.dataDir);
  try {
    const record = await readRecord(config.dataDir);
    if (record?.stage === 'leaving') {
      await finishBack(upgrading, record);
      return 'done';
    }
    const goesOn = record !== null && isAsItWas(config.dataDir, record);
    if (goesOn && record.stage === 'verified') return await complete(upgrading, record);
    const isSaved = goesOn && record.stage === 'saved' && (await readBackup(record.backup)) !== null;
    return await begin(upgrading, record, isSaved, lock);
  } finally {
    lock.release();
  }
}

/** True if the old database has not been running since. If it was moved out already, it can’t have been. */
function isAsItWas(dataDir: string, { from, files }: UpgradeRecord): boolean {
  if (databasesIn(foldersOf(dataDir).before).includes(from)) return true;
  return databasesIn(dataDir).includes(from) && stateOfFiles(databaseIn(dataDir, from)) === files;
}

/** `isSaved`: the backup of an upgrade that was interrupted has everything. */
async function begin(
  upgrading: Upgrading,
  earlier: UpgradeRecord | null,
  isSaved: boolean,
  lock: DataDirLock,
): Promise<UpgradeOutcome> {
  const { config, say, confirm, onStep } = upgrading;
  const installed = findNativePackage();
  const from = findOld(config.dataDir, installed.major);
  checkKey(config);
  const start = { native: await findPostgres(upgrading, from, installed), lock };
  // A look at the old database changes its files, and would make the backup an older one.
  if (!isSaved && !(await isOld(upgrading, from !== installed.major, start))) return 'nothing';
  if (earlier?.stage === 'done' || earlier?.stage === 'left')
    throw new DatabaseNotUsableError(
      `The database of an earlier upgrade is still kept. Run \`npm run upgrade -- --forget-old\` first, which deletes it.`,
    );
  await checkSpace(config, databaseIn(config.dataDir, from));
  say('A backup is made first. Members stay logged in. The old database is kept until you tell to delete it.');
  if (!(await confirm('Upgrade now?'))) return 'refused';
  const saved = earlier && isSaved ? earlier : await save(upgrading, { from, to: installed.major, start });
  onStep('saved');
  const verified = await copyInto(upgrading, saved, installed);
  onStep('verified');
  return complete(upgrading, verified);
}

/** Returns the major version of the database to upgrade. */
function findOld(dataDir: string, installed: number): number {
  const found = databasesIn(dataDir);
  const from = found.includes(installed) ? installed : Math.max(...found);
  if (from <= installed) return from;
  throw new DatabaseNotUsableError(
    `The database in ${dataDir} is of PostgreSQL ${from}, and this Skein includes ${installed}. Start the version of Skein that created it, or a later one.`,
  );
}

async function findPostgres(
  { config, say, postgresFile }: Upgrading,
  major: number,
  installed: NativePackage,
): Promise<NativePackage> {
  if (major === installed.major) return installed;
  say(`The database is of PostgreSQL ${major}. This Skein includes PostgreSQL ${installed.major}.`);
  return earlierPostgres(major, foldersOf(config.dataDir).made, postgresFile);
}

/** Looks whether there is anything to upgrade. */
async function isOld(upgrading: Upgrading, isOtherMajor: boolean, start: OtherStart): Promise<boolean> {
  const { config, say, onStep } = upgrading;
  const pending = await withEmbedded(upgrading, config.dataDir, start, pendingMigrations);
  onStep('looked');
  if (pending.length > 0) say(`${pending.length} migrations are due, from ${pending[0]} to ${pending.at(-1)}.`);
  if (pending.length > 0 || isOtherMajor) return true;
  await rm(foldersOf(config.dataDir).made, { recursive: true, force: true });
  say('The database is of this version. There is nothing to upgrade.');
  return false;
}

async function complete({ config, say, onStep }: Upgrading, verified: UpgradeRecord): Promise<UpgradeOutcome> {
  await moveIn(config.dataDir, verified, onStep);
  const { before } = foldersOf(config.dataDir);
  say(
    `The upgrade is done. Start the site with \`npm start\`.\nThe old database is kept in ${before}, and the backup in ${verified.backup}. When all is well, \`npm run upgrade -- --forget-old\` deletes the old database. \`npm run upgrade -- --back\` goes back to it.`,
  );
  return 'done';
}

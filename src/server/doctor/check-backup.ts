import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR } from '#core/time.ts';
import { latestBackup } from '../backup/latest-backup.ts';
import { isBesideData, type SavedBackup } from '../backup/places.ts';
import { restore } from '../backup/restore.ts';
import { bareDatabase } from '../database.ts';
import { isRoot } from '../step-down.ts';
import { spaceOf } from './disk.ts';
import { type Check, type Finding, ok, type Patient, problemOf, warn, wrong } from './finding.ts';
import { overdueSince } from './watch.ts';

/** Unpacked and with its indexes, a database takes about this many times as much as its packed rows. */
const UNPACKED = 12;

/** Looks at the age and place of the latest backup, and restores it for trial. */
export const checkBackup: Check = async (patient) => {
  const { deps } = patient;
  const { config } = deps;
  const latest = await latestBackup(deps.db, config);
  const since = await overdueSince(deps);
  const found: Finding[] = [];
  if (since !== null)
    found.push(wrong('backup_overdue', { since: since.toISOString().slice(0, 16).replace('T', ' ') }));
  if (!latest) return [...found, config.backup.every === null ? warn('no_backups') : warn('no_backup')];
  const hours = Math.round((deps.clock.now().getTime() - latest.madeAt.getTime()) / HOUR);
  if (since === null) found.push(ok('backup_age', { hours, folder: latest.folder }));
  if (await isBesideData(config, latest.folder))
    found.push(warn(config.secretKey === null ? 'backup_beside_key' : 'backup_beside'));
  found.push(...(patient.triesRestore ? await tryRestore(patient, latest) : []));
  return found;
};

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const file of names.filter((each) => each.isFile()))
    bytes += (await stat(join(file.parentPath, file.name))).size;
  return bytes;
}

/** Restores a backup into an embedded database of its own, which is deleted afterwards. */
async function tryRestore({ deps }: Patient, { folder }: SavedBackup): Promise<Finding[]> {
  const needed = (await sizeOf(join(folder, 'tables'))) * UNPACKED + (await sizeOf(join(folder, 'images')));
  const { free } = await spaceOf(tmpdir());
  if (free < needed * 2)
    return [warn('restore_space', { needed: { bytes: needed * 2 }, folder: tmpdir(), free: { bytes: free } })];
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-doctor-'));
  try {
    // As root the database runs as another user, who must be able to enter the folder, but nobody may read images.
    await chmod(dataDir, 0o711);
    await mkdir(join(dataDir, 'images'), { mode: 0o700 });
    // Without root, the database can only run as the user of this process.
    const embeddedPgUser = isRoot() ? deps.config.embeddedPgUser : null;
    const config = { ...deps.config, dataDir, databaseUrl: null, s3: null, embeddedPgUser };
    const scratch = await bareDatabase(config, deps.log);
    try {
      const { tables, lost } = await restore(config, scratch.owner, folder, deps.log);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const images = lost.missing.length + lost.damaged.length;
      return [images === 0 ? ok('restore_well', { rows }) : wrong('restore_images', { images })];
    } finally {
      await scratch.close();
    }
  } catch (error) {
    return [wrong('restore_fails', { problem: problemOf(error) })];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

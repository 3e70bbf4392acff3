import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBackup } from '../backup/make-backup.ts';
import type { OtherStart } from '../database.ts';
import { digestsOf } from './digests.ts';
import { stateOfFiles } from './moves.ts';
import { readQueue, type SavedJob } from './queue.ts';
import { databaseIn, foldersOf, type UpgradeRecord, writeRecord } from './record.ts';
import { type Upgrading, withEmbedded } from './upgrading.ts';

const queueFile = (dataDir: string) => join(foldersOf(dataDir).made, 'queue.json');

/** The old database, and how to start it. */
interface Old {
  readonly from: number;
  readonly to: number;
  readonly start: OtherStart;
}

/** Backs up the old database, and notes what is in it. */
export async function save(upgrading: Upgrading, { from, to, start }: Old): Promise<UpgradeRecord> {
  const { config, say, onStep } = upgrading;
  say('Backing up …');
  const { jobs, ...facts } = await withEmbedded(upgrading, config.dataDir, start, async (settings) => {
    const { folder: backup, manifest } = await makeBackup(config, settings, new Date(), { isUpgrade: true });
    onStep('backed up');
    const before = await digestsOf(settings, manifest.tables);
    return { backup, migration: manifest.migration, before, jobs: await readQueue(settings) };
  });
  const { made } = foldersOf(config.dataDir);
  await mkdir(made, { recursive: true, mode: 0o711 });
  // Jobs have addresses of members.
  await writeFile(queueFile(config.dataDir), JSON.stringify(jobs), { mode: 0o600, flush: true });
  const files = stateOfFiles(databaseIn(config.dataDir, from));
  const record: UpgradeRecord = { stage: 'saved', from, to, at: new Date().toISOString(), files, after: {}, ...facts };
  await writeRecord(config.dataDir, record);
  return record;
}

/** Returns the jobs that were waiting in the old database. */
export async function savedQueue(dataDir: string): Promise<SavedJob[]> {
  return JSON.parse(await readFile(queueFile(dataDir), 'utf8')) as SavedJob[];
}

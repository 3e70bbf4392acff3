import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UPGRADE_FOLDERS } from '@skein/embedded-postgres';
import { writeWhole } from '#platform/files/write-whole.ts';

/** What a table contains: its rows, and a sum of their hashes that doesn’t depend on their order. */
export interface Digest {
  readonly rows: number;
  readonly sum: string;
}
export type Digests = Readonly<Record<string, Digest>>;

/**
 * How far an upgrade is. `saved`: the backup is made. `verified`: the new database is complete and waits to be moved in.
 * `done`: it is in use, and the old one is kept. `leaving`: the old one is being moved back. `left`: it is in use again.
 */
export type UpgradeStage = 'saved' | 'verified' | 'done' | 'leaving' | 'left';

/** The upgrade of a data folder. Each step is written before what it announces is done, so that any kill is survived. */
export interface UpgradeRecord {
  readonly stage: UpgradeStage;
  /** Major version of PostgreSQL, before and after. */
  readonly from: number;
  readonly to: number;
  /** The latest migration before. */
  readonly migration: string;
  readonly at: string;
  /** The backup from before. */
  readonly backup: string;
  /** State of the old database’s files. If they differ, it has been running since. */
  readonly files: string;
  readonly before: Digests;
  /** Of the new database, once it is complete. */
  readonly after: Digests;
}

const fileOf = (dataDir: string) => join(dataDir, 'upgrade.json');

/** Returns the upgrade of a data folder, null if there is none. */
export async function readRecord(dataDir: string): Promise<UpgradeRecord | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as UpgradeRecord);
}

/** Writes how far the upgrade is. After a kill or a loss of power, either this or what was there before is there. */
export async function writeRecord(dataDir: string, record: UpgradeRecord): Promise<void> {
  await writeWhole(fileOf(dataDir), `${JSON.stringify(record, null, 2)}\n`, 0o644);
}

export async function removeRecord(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** Folders of an upgrade, in a data folder. */
export function foldersOf(dataDir: string) {
  const { made, before, after } = UPGRADE_FOLDERS;
  return { made: join(dataDir, made), before: join(dataDir, before), after: join(dataDir, after) };
}

/** Returns the database of a major version in a folder. */
export const databaseIn = (folder: string, major: number) => join(folder, `pg${major}`);

/** Returns the folders of databases that are only kept: the one from before an upgrade, and one that was left again. */
export function keptFolders(dataDir: string): string[] {
  const { before, after } = foldersOf(dataDir);
  return [before, after].filter((folder) => existsSync(folder));
}

import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '#platform/files/write-whole.ts';
import { databaseIn, foldersOf, type UpgradeRecord, writeRecord } from './record.ts';
import type { Upgrading } from './upgrading.ts';

/**
 * Moves the new database in, and the old one out. Each move is a rename, and a start in between is refused. If the
 * versions of PostgreSQL differ, the new one comes first, so that there always is a database.
 */
export async function moveIn(dataDir: string, record: UpgradeRecord, onStep: Upgrading['onStep']): Promise<void> {
  const { made, before } = foldersOf(dataDir);
  const { from, to } = record;
  await mkdir(before, { recursive: true, mode: 0o711 });
  const moves = [
    [databaseIn(dataDir, from), databaseIn(before, from)],
    [databaseIn(made, to), databaseIn(dataDir, to)],
  ] as const;
  for (const [step, [source, target]] of (from === to ? moves : moves.toReversed()).entries()) {
    // If its target is there, it was done before an interruption.
    if (!existsSync(target)) await move(source, target);
    onStep(`moved ${step + 1}`);
  }
  await writeRecord(dataDir, { ...record, stage: 'done', at: new Date().toISOString() });
  onStep('done');
  await rm(made, { recursive: true, force: true });
  await removeCopies(dataDir, to);
}

/** Moves the old database back, and the new one out, which is kept. */
export async function moveBack(dataDir: string, record: UpgradeRecord, onStep: Upgrading['onStep']): Promise<void> {
  const { before, after } = foldersOf(dataDir);
  const { from, to } = record;
  await mkdir(after, { recursive: true, mode: 0o711 });
  const old = databaseIn(before, from);
  if (existsSync(old)) {
    if (!existsSync(databaseIn(after, to))) await move(databaseIn(dataDir, to), databaseIn(after, to));
    onStep('moved out');
    await move(old, databaseIn(dataDir, from));
    onStep('moved back');
  }
  await writeRecord(dataDir, { ...record, stage: 'left' });
  await rm(before, { recursive: true, force: true });
  await removeCopies(dataDir, from);
}

async function move(source: string, target: string): Promise<void> {
  await rename(source, target);
  await flushFolder(join(target, '..'));
  await flushFolder(join(source, '..'));
}

/** Deletes copied programs of other versions of PostgreSQL. */
async function removeCopies(dataDir: string, major: number): Promise<void> {
  const others = (await readdir(dataDir)).filter(
    (name) => /^pgbin-\d/.test(name) && !name.startsWith(`pgbin-${major}.`),
  );
  for (const name of others) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Returns what changes whenever a database is started: the state of its control file. */
export function stateOfFiles(folder: string): string {
  const { size, mtimeNs } = statSync(join(folder, 'global', 'pg_control'), { bigint: true });
  return `${size} ${mtimeNs}`;
}

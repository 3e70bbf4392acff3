import { rm } from 'node:fs/promises';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { bytesAsText } from '../doctor/disk.ts';
import { sizeOf } from './checks.ts';
import { keptFolders, readRecord, removeRecord } from './record.ts';
import type { UpgradeOutcome, Upgrading } from './upgrading.ts';

/** Deletes what an upgrade keeps. The site may be running. */
export async function forgetOld({ config, say, confirm }: Upgrading): Promise<UpgradeOutcome> {
  const record = await readRecord(config.dataDir);
  const kept = keptFolders(config.dataDir);
  if (record === null || kept.length === 0) {
    say('No old database is kept.');
    return 'nothing';
  }
  if (record.stage !== 'done' && record.stage !== 'left')
    throw new DatabaseNotUsableError('The upgrade was interrupted. Run `npm run upgrade` first, which completes it.');
  let bytes = 0;
  for (const folder of kept) bytes += await sizeOf(folder);
  if (!(await confirm(`Delete ${kept.join(' and ')} (${bytesAsText(bytes)})? There is no way back then.`)))
    return 'refused';
  for (const folder of kept) await rm(folder, { recursive: true, force: true });
  await removeRecord(config.dataDir);
  say(`Deleted. The backup in ${record.backup} stays as long as other backups.`);
  return 'done';
}

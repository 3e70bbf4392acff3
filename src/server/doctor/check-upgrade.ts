import { keptFolders, readRecord } from '../upgrade/record.ts';
import { type Check, ok, warn } from './finding.ts';

/** Reminds of what an upgrade keeps. */
export const checkUpgrade: Check = async ({ deps: { config } }) => {
  if (config.databaseUrl !== null) return [];
  const record = await readRecord(config.dataDir);
  const kept = keptFolders(config.dataDir);
  if (record === null || kept.length === 0) return [ok('no_upgrade')];
  return [warn('old_database', { day: record.at.slice(0, 10), folders: kept.join(', ') })];
};

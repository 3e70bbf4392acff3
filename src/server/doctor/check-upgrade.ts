import { keptFolders, readRecord } from '../upgrade/record.ts';
import { type Check, ok, warn } from './finding.ts';

/** Reminds of what an upgrade keeps. */
export const checkUpgrade: Check = async ({ deps: { config } }) => {
  if (config.databaseUrl !== null) return [];
  const record = await readRecord(config.dataDir);
  const kept = keptFolders(config.dataDir);
  if (record === null || kept.length === 0) return [ok('No upgrade is open, and no old database is kept.')];
  return [
    warn(
      `The old database of the upgrade of ${record.at.slice(0, 10)} is still kept in ${kept.join(' and ')}.`,
      'When all is well, run `npm run upgrade -- --forget-old`. To go back to it, stop the site and run `npm run upgrade -- --back`.',
    ),
  ];
};

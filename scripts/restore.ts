import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '#platform/log/log.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { counted } from '#server/counted.ts';
import { bareDatabase, placeData } from '#server/database.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { giveFiles } from '#server/step-down.ts';

// Restores a backup into an empty data folder or database. The site must not be running.
failPlainly();
const { positionals } = parseArgs({ allowPositionals: true });
if (!positionals[0]) {
  console.error('npm run restore -- FOLDER');
  process.exit(2);
}
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const { owner, siteUser, close } = await bareDatabase(config, log);
try {
  const { tables, images, madeAt, lost, unread } = await restore(config, owner, resolve(positionals[0]), log);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${counted(rows, 'row')} and ${counted(images, 'image')} of ${madeAt} are in ${config.databaseUrl ? 'the database' : config.dataDir}.`,
  );
  console.log('All members have to log in again: the backup has sessions that were ended after it was made.');
  console.log('Passwords, second factors, roles and suspensions are as they were then. Repeat what has changed since.');
  if (config.s3 !== null || config.databaseUrl !== null)
    console.log('If this site replaces the one whose files are in the store, run `npm run storage -- own`.');
  for (const site of unread)
    console.log(
      `Members whom ${site} has erased are not erased here. If it was this site at another address, append its list erased-accounts-${site} to the file erased-accounts beside it, and restore again.`,
    );
  for (const [what, keys] of Object.entries(lost)) {
    if (keys.length === 0) continue;
    console.error(
      `${keys.length} ${keys.length === 1 ? 'image is' : 'images are'} ${what} in the backup. Pages show nothing in their place: ${keys.join(', ')}`,
    );
    process.exitCode = 1;
  }
} finally {
  if (siteUser) giveFiles(config.dataDir, siteUser, true);
  await close();
}

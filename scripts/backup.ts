import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '#platform/log/log.ts';
import { backup } from '#server/backup/backup.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { readConfig } from '#server/config.ts';
import { counted } from '#server/counted.ts';
import { commandDatabase, placeData } from '#server/database.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { stepDown } from '#server/step-down.ts';

// Backs up the database, the images and the secret key. The site can keep running. `--to FOLDER` sets the
// target. By default it is a new folder where the site puts its own backups (BACKUP_TO).
failPlainly();
const { values } = parseArgs({ options: { to: { type: 'string' } } });
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const ready = await commandDatabase(config, log);
// Other folders may only be writable by root.
if (!values.to) stepDown(ready.siteUser, config, log);
try {
  const { folder, manifest } = values.to
    ? { folder: resolve(values.to), manifest: await backup(config, ready.settings, resolve(values.to)) }
    : await makeBackup(config, ready.settings, new Date());
  const { tables, images, damaged = [] } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${counted(rows, 'row')} of ${counted(tables.length, 'table')} and ${counted(images, 'image')} are in ${folder}. It contains the secret key: keep it private.`,
  );
  if (damaged.length > 0) console.error(`The store has damaged images, which are missing: ${damaged.join(', ')}.`);
} finally {
  await ready.close();
}

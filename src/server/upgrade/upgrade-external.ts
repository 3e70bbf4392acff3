import { DatabaseNotUsableError, pendingMigrations } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { findLostImages } from '../backup/restored-images.ts';
import { bareDatabase, readyDatabase } from '../database.ts';
import type { UpgradeOutcome, Upgrading } from './upgrading.ts';

/**
 * Upgrades an external database to this version, in place: backs it up, migrates and examines it. What its server needs for
 * another version of PostgreSQL is up to its operator.
 */
export async function upgradeExternal({ config, log, say, confirm }: Upgrading): Promise<UpgradeOutcome> {
  const { owner } = await bareDatabase(config, log);
  const pending = await pendingMigrations(owner);
  if (pending.length === 0) {
    say('The database is of this version. There is nothing to upgrade.');
    return 'nothing';
  }
  await refuseIfRunning(owner);
  say(`${pending.length} migrations are due, from ${pending[0]} to ${pending.at(-1)}. A backup is made first.`);
  if (!(await confirm('Upgrade now?'))) return 'refused';
  const { folder, manifest } = await makeBackup(config, owner, new Date());
  say(`The backup is in ${folder}. Migrating …`);
  const ready = await readyDatabase(config, log);
  try {
    const { missing, damaged } = await findLostImages(ready.database.db, createImageStore(openFiles(config, PATIENT)));
    if (missing.length > 0) say(`These images are missing: ${missing.join(', ')}.`);
    if (damaged.length > 0) say(`These images are damaged: ${damaged.join(', ')}.`);
  } finally {
    await ready.close();
  }
  say(
    `The upgrade is done. Start the site with \`npm start\`.\nTo go back, create an empty database, install the version of Skein that you had before (its latest migration is ${manifest.migration}), set DATABASE_URL to the new database, and run \`npm run restore -- ${folder}\`. What is written from now on will be missing there.`,
  );
  return 'done';
}

/** What is written while a backup is made would be missing when going back. */
async function refuseIfRunning(settings: Parameters<typeof withClient>[0]): Promise<void> {
  const { rows } = await withClient(settings, 'skein upgrade', (client) =>
    client.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'skein%'",
    ),
  );
  if (rows.length > 0)
    throw new DatabaseNotUsableError(
      'Skein is running on this database. Stop all of its processes first, on all machines.',
    );
}

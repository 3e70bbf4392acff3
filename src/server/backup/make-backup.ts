import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import { backup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import {
  backupName,
  isAbandoned,
  isOfSite,
  isOwnBackup,
  isOwnUnfinished,
  listBackups,
  placeForBackup,
} from './places.ts';
import { findSiteId } from './site-id.ts';

/** Backups that are kept however old they are. */
const ALWAYS_KEPT = 3;

/** Key of the lock, by which all processes of a database make one backup at a time. */
const LOCK = "hashtext('skein backup')";

/**
 * Makes a backup in the folder for backups, unless another process is making one. Then deletes those it has made earlier
 * that are older than `BACKUP_KEEP`, so that a backup is only deleted after a newer one has succeeded. For an upgrade, it
 * has temporary tables, too. Returns the manifest.
 */
export async function makeBackup(
  config: Config,
  settings: ConnectionSettings,
  now: Date,
  { isUpgrade = false } = {},
): Promise<{ folder: string; manifest: Manifest }> {
  const place = await placeForBackup(config);
  return withClient(settings, 'skein backup lock', async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (!rows[0]!.locked)
      throw new DatabaseNotUsableError('Another backup of this site is being made. Try again when it is done.');
    const site = await findSiteId(settings);
    await deleteUnfinished(config, place, site);
    const latest = (await listBackups(config, [place])).find(isOfSite(site));
    const folder = join(place, backupName(config, now));
    const manifest = await backup(config, settings, folder, { previous: latest?.folder ?? null, isUpgrade });
    if (config.backup.keep !== null) await deleteOlder(config, { place, site }, now.getTime() - config.backup.keep);
    return { folder, manifest };
  });
}

/** Deletes what a process that was killed has left. What isn’t the site’s own may be being filled by someone else. */
async function deleteUnfinished(config: Config, place: string, site: string | null): Promise<void> {
  for (const name of (await readdir(place)).filter((each) => isOwnUnfinished(config, each)))
    if (await isAbandoned(join(place, name), site)) await rm(join(place, name), { recursive: true, force: true });
}

async function deleteOlder(
  config: Config,
  { place, site }: { place: string; site: string | null },
  oldest: number,
): Promise<void> {
  const own = (await listBackups(config, [place]))
    .filter(({ folder }) => isOwnBackup(config, basename(folder)))
    .filter(isOfSite(site));
  const past = own.slice(ALWAYS_KEPT).filter(({ madeAt }) => madeAt.getTime() < oldest);
  for (const { folder } of past) {
    // A backup that is only partly deleted must not count as one.
    await rename(folder, `${folder}.part`);
    await rm(`${folder}.part`, { recursive: true, force: true });
  }
}

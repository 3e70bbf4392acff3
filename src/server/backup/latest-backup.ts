import { sql } from 'kysely';
import { MINUTE } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { isOfSite, listBackups, type SavedBackup } from './places.ts';
import { SITE_ID, siteIdOf } from './site-id.ts';

async function siteOf(db: Db): Promise<string | null> {
  const { rows } = await sql.raw<{ id: string; joined_at: Date }>(SITE_ID).execute(db);
  return siteIdOf(rows[0]);
}

/** Returns the latest backup of this site, null if there is none. Others can have theirs in the same folder. */
export async function latestBackup(
  db: Db,
  config: Pick<Config, 'dataDir' | 'backup' | 'publicUrl'>,
): Promise<SavedBackup | null> {
  const saved = await listBackups(config);
  if (saved.length === 0) return null;
  return saved.find(isOfSite(await siteOf(db))) ?? null;
}

const found = new WeakMap<Config, { readonly at: number; readonly madeAt: number }>();

/**
 * Returns when the latest backup was made, 0 if there is none. Remembered for a minute, because all manifests are read for
 * it, and those who watch may ask every few seconds.
 */
export async function latestBackupTime({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  const known = found.get(config);
  if (known && Math.abs(now - known.at) < MINUTE) return known.madeAt;
  const madeAt = (await latestBackup(db, config))?.madeAt.getTime() ?? 0;
  found.set(config, { at: now, madeAt });
  return madeAt;
}

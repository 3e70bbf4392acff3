import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HOUR } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import { makeFolder } from '../make-folder.ts';
import type { Manifest } from './manifest.ts';
import { SITE_FILE } from './site-id.ts';

/** A complete backup. */
export interface SavedBackup {
  readonly folder: string;
  readonly madeAt: Date;
  /** The site that it belongs to. Null in backups of earlier versions, and of sites without an account. */
  readonly site: string | null;
}

type Placed = Pick<Config, 'dataDir' | 'backup'>;
type Site = Pick<Config, 'publicUrl'>;

/** The time and the site of a backup that the site has made by itself. Those of earlier versions have no site. */
const OWN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)$/;

/** Sites can share a folder. Their addresses tell their backups apart, also after a restore. */
export const siteName = ({ publicUrl }: Site) => publicUrl.host.replace(/[^\w.-]/g, '-');

/** Returns the name of a backup that the site makes by itself. Such names sort by time. */
export function backupName(site: Site, now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${siteName(site)}`;
}

const siteOf = (name: string) => OWN_NAME.exec(name)?.[1] ?? null;

/** True if this site has made the backup by itself, so that it may delete it. */
export const isOwnBackup = (site: Site, name: string) => siteOf(name) === siteName(site);

/** True if it is an unfinished backup, or one that was being deleted, which this site has made by itself. */
export const isOwnUnfinished = (site: Site, name: string) =>
  isUnfinished(name) && isOwnBackup(site, name.slice(0, -UNFINISHED.length));

/** What a process that was killed has left without that file is older than this. */
const ABANDONED_AFTER = HOUR;

/** True if an unfinished backup is of this site, and not being made by another one with the same address. */
export async function isAbandoned(folder: string, site: string | null): Promise<boolean> {
  const of = (await readFile(join(folder, SITE_FILE), 'utf8').catch(isMissing)) ?? (await readBackup(folder))?.site;
  if (of) return of === site;
  const { mtimeMs = 0 } = (await stat(folder).catch(isMissing)) ?? {};
  return Date.now() - mtimeMs > ABANDONED_AFTER;
}

/** Backups that another site with the same address has made don’t count. */
export const isOfSite =
  (site: string | null) =>
  (saved: SavedBackup): boolean =>
    saved.site === null || saved.site === site;

const isMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};
const deviceOf = async (path: string) => (await stat(path).catch(isMissing))?.dev ?? null;

/** Returns the folders in which this site may have put backups: the preferred one first. */
export function placesForBackups({ dataDir, backup }: Placed): string[] {
  if (backup.to !== null) return [backup.to];
  return [join(dirname(dataDir), `${basename(dataDir)}-backups`), join(dataDir, 'backups')];
}

/**
 * Creates the folder for the next backup, and returns it. Without `BACKUP_TO`, it is beside the data folder, so that it
 * isn’t lost with it. If the data folder is a mounted volume, what is beside it may belong to a container that is thrown
 * away.
 */
export async function placeForBackup(config: Placed): Promise<string> {
  const [preferred = '', inside = preferred] = placesForBackups(config);
  const isVolume = (await deviceOf(config.dataDir)) !== (await deviceOf(dirname(config.dataDir)));
  const place = config.backup.to === null && isVolume ? inside : preferred;
  try {
    await makeFolder(place, 0o700);
    await access(place, constants.W_OK);
    return place;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (place === inside || !['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) throw error;
    await makeFolder(inside, 0o700);
    return inside;
  }
}

/** True if backups would be lost together with the data: they are inside of its folder, or on the same disk. */
export async function isBesideData(config: Placed, place: string): Promise<boolean> {
  const [ofData, ofBackups] = [await deviceOf(config.dataDir), await deviceOf(place)];
  return ofBackups === null || ofData === ofBackups || place.startsWith(join(config.dataDir, '/'));
}

/** Returns the backup in a folder. Null if it isn’t complete. */
export async function readBackup(folder: string): Promise<SavedBackup | null> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(isMissing);
  if (text === null) return null;
  try {
    const { format, madeAt, tables, site = null } = JSON.parse(text) as Manifest;
    const names = new Set(await readdir(join(folder, 'tables')));
    const isWhole = format === 1 && tables.every(({ name }) => names.has(`${name}.gz`));
    return isWhole && !Number.isNaN(Date.parse(madeAt)) ? { folder, madeAt: new Date(madeAt), site } : null;
  } catch {
    return null;
  }
}

const isOwnOrNamed = (site: Site, name: string) => siteOf(name) === null || isOwnBackup(site, name);

/** Ends the names of backups that aren’t complete, or that are being deleted. */
const UNFINISHED = '.part';
const isUnfinished = (name: string) => name.endsWith(UNFINISHED);

/**
 * Returns the complete backups of this site in its folders, the latest first. Those with names of their own, which an
 * operator has made, count too.
 */
export async function listBackups(
  config: Placed & Site,
  places: readonly string[] = placesForBackups(config),
): Promise<SavedBackup[]> {
  const found: SavedBackup[] = [];
  for (const place of places) {
    const names = (await readdir(place).catch(isMissing)) ?? [];
    for (const name of names.filter((each) => !isUnfinished(each) && isOwnOrNamed(config, each))) {
      const saved = await readBackup(join(place, name));
      if (saved) found.push(saved);
    }
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

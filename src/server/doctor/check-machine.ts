import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '#core/time.ts';
import { countOldTotpSecrets } from '#features/accounts/server/index.ts';
import { placesForBackups } from '../backup/places.ts';
import { isNearlyFull, spaceOf } from './disk.ts';
import { type Check, type Finding, ok, warn, wrong } from './finding.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The longest life of a session. After it, only what is stored can need the previous key. */
const PREVIOUS_KEY_LASTS = 60 * DAY;

export const checkVersions: Check = async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8').catch(() => null);
  const version = text === null ? 'unknown' : (JSON.parse(text) as { version: string }).version;
  const machine = `${process.platform}, ${process.arch}`;
  return [ok('version', { version, node: process.versions.node, machine })];
};

export const checkDisk: Check = async ({ deps: { config } }) => {
  const found: Finding[] = [];
  const places = { DATA_DIR: config.dataDir, BACKUP_TO: placesForBackups(config)[0]! };
  for (const [name, folder] of Object.entries(places)) {
    const space = await spaceOf(folder).catch(() => null);
    if (space === null) continue;
    const words = { free: { bytes: space.free }, size: { bytes: space.total }, place: name };
    found.push(isNearlyFull(space) ? wrong('disk_full', words) : ok('disk', words));
  }
  return found;
};

export const checkKeys: Check = async ({ deps: { config, secrets }, database: { db } }) => {
  const found: Finding[] = [];
  const apps = await countOldTotpSecrets({ db, secrets });
  for (const name of ['secret-key', 'secret-key-previous']) {
    const file = join(config.dataDir, name);
    const facts = await stat(file).catch(() => null);
    if (facts === null) continue;
    if ((facts.mode & 0o077) !== 0) found.push(wrong('key_readable', { file }));
    if (name === 'secret-key-previous' && Date.now() - facts.ctimeMs > PREVIOUS_KEY_LASTS)
      found.push(apps.previous > 0 ? ok('previous_needed', { name: file }) : warn('previous_old', { file }));
  }
  if (config.previousSecretKey !== null)
    found.push(apps.previous > 0 ? ok('previous_needed', { name: 'SECRET_KEY_PREVIOUS' }) : ok('previous_set'));
  if (apps.lost > 0) found.push(warn('apps_lost', { count: apps.lost }));
  return found.length > 0 ? found : [ok('keys_well')];
};

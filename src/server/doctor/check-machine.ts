import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '#core/time.ts';
import { countOldTotpSecrets } from '#features/accounts/server/index.ts';
import { placesForBackups } from '../backup/places.ts';
import { bytesAsText, isNearlyFull, spaceOf } from './disk.ts';
import { type Check, type Finding, ok, warn, wrong } from './finding.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The longest life of a session. After it, only what is stored can need the previous key. */
const PREVIOUS_KEY_LASTS = 60 * DAY;

const SEALED_BEFORE = 'authenticator apps are encrypted with it. The hourly tasks encrypt them again.';

export const checkVersions: Check = async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8').catch(() => null);
  const version = text === null ? 'unknown' : (JSON.parse(text) as { version: string }).version;
  return [ok(`Skein ${version} runs on Node ${process.versions.node} (${process.platform}, ${process.arch}).`)];
};

export const checkDisk: Check = async ({ deps: { config } }) => {
  const found: Finding[] = [];
  const places = { DATA_DIR: config.dataDir, BACKUP_TO: placesForBackups(config)[0]! };
  for (const [name, folder] of Object.entries(places)) {
    const space = await spaceOf(folder).catch(() => null);
    if (space === null) continue;
    const free = `${bytesAsText(space.free)} of ${bytesAsText(space.total)} are free on the disk of ${name}.`;
    found.push(isNearlyFull(space) ? wrong(free, 'Free space, or move the folder to a larger disk.') : ok(free));
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
    if ((facts.mode & 0o077) !== 0)
      found.push(wrong(`${file} can be read by other users.`, `Run \`chmod 600 ${file}\`, and change the key.`));
    if (name === 'secret-key-previous' && Date.now() - facts.ctimeMs > PREVIOUS_KEY_LASTS)
      found.push(
        apps > 0
          ? ok(`${file} is still needed: ${SEALED_BEFORE}`)
          : warn(
              `${file} is older than 60 days, so only recovery codes made before can still need it.`,
              'Delete it and restart the site. Members with such codes should have made new ones before.',
            ),
      );
  }
  if (config.previousSecretKey !== null)
    found.push(
      ok(
        apps > 0
          ? `SECRET_KEY_PREVIOUS is still needed: ${SEALED_BEFORE}`
          : 'SECRET_KEY_PREVIOUS is set. Remove it 60 days after the key was changed.',
      ),
    );
  return found.length > 0 ? found : [ok('The secret key can only be read by its owner.')];
};

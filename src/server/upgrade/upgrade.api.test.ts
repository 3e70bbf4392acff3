import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import type { Config } from '#platform/config.ts';
import { withClient } from '#platform/db/with-client.ts';
import { createLog } from '#platform/log/log.ts';
import { bundleChild } from '#testing/child-bundle.ts';
import { COMPILE_CACHE } from '#testing/compile-cache.ts';
import { FULL } from '#testing/rounds.ts';
import { startS3Server } from '#testing/s3-server.ts';
import { urlOf } from '#testing/test-server.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import type { Manifest } from '../backup/manifest.ts';
import { listBackups } from '../backup/places.ts';
import { loadTables, restore } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { bareDatabase, readyDatabase } from '../database.ts';
import { checkUpgrade } from '../doctor/check-upgrade.ts';
import type { Patient } from '../doctor/finding.ts';
import { startSite } from '../site.ts';
import { earlierPostgres } from './earlier-postgres.ts';
import { forgetOld } from './forget.ts';
import { foldersOf } from './record.ts';
import { upgradeEmbedded } from './upgrade.ts';
import { upgradeExternal } from './upgrade-external.ts';

const FIXTURES = join(import.meta.dirname, '../../testing/backups');
/** A session of each fixture that was open, with the token that its version gave out. */
const SESSIONS = {
  'v0.1': { email: 'n-farrow@demo.invalid', token: '3.0._X-Diq8OVPgsDqRB07FUOWUF8kyWW1Q0JyOPiDDRpLE' },
  'v0.2': { email: 'r-castellan@demo.invalid', token: '3.0.7g3dp8gn-YQvqVppX7gmyygbhcLFltC5KVHSMC1i-OE' },
} as const;
type Version = keyof typeof SESSIONS;
const PASSWORD = 'Read4Pleasure';
/** Names of stories in each of the fixtures, by their mode. */
const STORIES = {
  solo: 'Salt Tax',
  branch: 'Bus 17 Does Not Stop Here',
  relay: 'Whoever Last Fed the Dog',
  competition: 'Kein Anschluss in Unterwasser',
};

const log = createLog('silent');
const folders: string[] = [];
afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true, force: true });
});

async function freshSettings() {
  const path = await mkdtemp(join(memoryFolder(), 'skein-upgrade-'));
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(path, 0o711);
  folders.push(path);
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: join(path, 'data'),
    HUMAN_CHECK: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  };
}

/** Returns the data folder of a site of an earlier version: a fixture, with its tables as they were. */
async function earlierSite(version: Version, major: 17 | 18 = 18) {
  const settings = await freshSettings();
  const config = readConfig(settings, '/');
  const fixture = join(FIXTURES, version);
  const manifest = JSON.parse(await readFile(join(fixture, 'manifest.json'), 'utf8')) as Manifest;
  const native = major === 18 ? {} : { native: await earlierPostgres(17, join(config.dataDir, '..'), null) };
  const bare = await bareDatabase(config, log, native);
  try {
    await loadTables(bare.owner, fixture, manifest, false);
    // Otherwise its sessions expire some day.
    await withClient(bare.owner, 'skein tests', (client) => client.query('update sessions set used_at = now()'));
  } finally {
    await bare.close();
  }
  await cp(join(fixture, 'images'), join(config.dataDir, 'images'), { recursive: true });
  await cp(join(fixture, 'secret-key'), join(config.dataDir, 'secret-key'));
  return { settings, config };
}

const imagesOf = async (version: Version) =>
  (await readdir(join(FIXTURES, version, 'images'), { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .toSorted();

/** Runs the command in its own process. With `killAt`, it is killed at that step. */
async function run(settings: Record<string, string>, command: 'upgrade' | 'back', killAt = '') {
  const program = await bundleChild(join(import.meta.dirname, 'upgrade.test-child.ts'));
  const child = spawn(process.execPath, [program, command, killAt], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...COMPILE_CACHE, ...settings },
  });
  const [said, failed, [, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(failed).toBe('');
  expect(signal, killAt).toBe(killAt === '' ? null : 'SIGKILL');
  return said;
}

const refusalOf = (config: Config) =>
  readyDatabase(config, log).then(
    async (ready) => {
      await ready.close();
      return 'starts';
    },
    (error: Error) => error.message,
  );

/** Starts the site, and checks that its pages, log-in and search work. Returns a session’s answer to its old token. */
async function visit(config: Config, version: Version): Promise<number> {
  const site = await startSite(config, log);
  const base = site.url.replace('localhost', '127.0.0.1');
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${base}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, data: ((await response.json()) as { data: never }).data };
  };
  try {
    const { email, token } = SESSIONS[version];
    const session = await call(accountApi.refresh.path, { token });
    const login = await call(accountApi.login.path, { email, password: PASSWORD, platform: 'web' });
    expect(login).toMatchObject({ status: 200, data: { accessToken: expect.any(String) } });
    expect(await (await fetch(`${base}/?t=en`)).text()).toContain(STORIES.branch);
    for (const [mode, title] of Object.entries(STORIES)) {
      const { data: found } = await call(`${discoveryApi.search.path}?q=${encodeURIComponent(title)}`);
      const story = (found as { id: string; title: string }[]).find((each) => each.title === title);
      expect(story, title).toMatchObject({ mode });
      const page = await fetch(`${base}${to.story({ storyId: story!.id })}`);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toContain(title);
      const [, cover = ''] = /src="(\/images\/[\w.-]+)"/.exec(html) ?? [];
      expect((await fetch(base + cover)).status, cover).toBe(200);
    }
    return session.status;
  } finally {
    await site.stop();
  }
}

it.each(['v0.1', 'v0.2'] as const)('the fixture of %s is small', async (version) => {
  const names = await readdir(join(FIXTURES, version), { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of names) if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size;
  expect(bytes).toBeLessThan(300_000);
});

it('a backup of v0.2 opens in this version', { timeout: 60_000 }, async () => {
  const config = readConfig(await freshSettings(), '/');
  const bare = await bareDatabase(config, log);
  try {
    const { lost } = await restore(config, bare.owner, join(FIXTURES, 'v0.2'), log);
    expect(lost).toEqual({ missing: [], damaged: [] });
  } finally {
    await bare.close();
  }
  expect(await visit(config, 'v0.2')).toBe(401);
});

/** One site that goes through all of it, because each database takes seconds to make. */
describe('an upgrade of a site of v0.1', { timeout: 120_000 }, () => {
  let settings: Awaited<ReturnType<typeof freshSettings>>;
  let config: Config;
  beforeAll(async () => {
    ({ settings, config } = await earlierSite('v0.1'));
  });
  const patient = () => ({ deps: { config } }) as Patient;
  const here = () => ({
    config,
    log,
    say: () => {},
    confirm: async () => true,
    postgresFile: null,
    onStep: () => {},
  });
  const asOwner = async <T>(statement: string): Promise<T[]> => {
    const bare = await bareDatabase(config, log);
    try {
      const { rows } = await withClient(bare.owner, 'skein tests', (client) => client.query(statement));
      return rows as T[];
    } finally {
      await bare.close();
    }
  };

  it('is refused while the site is running, without its key, and if the disk is too small', async () => {
    const key = join(config.dataDir, 'secret-key');
    await rename(key, `${key}-away`);
    await expect(upgradeEmbedded(here())).rejects.toThrow(/The secret key is missing/);
    await rename(`${key}-away`, key);
    const bare = await bareDatabase(config, log);
    await expect(upgradeEmbedded(here())).rejects.toThrow(/already runs on the data folder/);
    await bare.close();
    const large = join(config.dataDir, 'pg18', 'large');
    await writeFile(large, '');
    await truncate(large, 1e13);
    await expect(upgradeEmbedded(here())).rejects.toThrow(/needs up to 1\d\.\d TB on the disk/);
    await rm(large);
    expect(await listBackups(config)).toEqual([]);
  });

  it('starts over if the site was running after kill -9', async () => {
    await run(settings, 'upgrade', 'verified');
    // As an earlier version would.
    await asOwner("update accounts set bio = 'Written in between' where id = 3");
    expect(await run(settings, 'upgrade', 'moved 1')).toContain('Backing up');
    // Between the two databases there is none, and no empty one is made.
    expect(await refusalOf(config)).toMatch(/was interrupted\. Run `npm run upgrade`/);
    expect(await run(settings, 'upgrade')).toMatch(/^The upgrade is done/);
    expect(await asOwner('select bio from accounts where id = 3')).toEqual([{ bio: 'Written in between' }]);
  });

  it('keeps sessions and all pages, and the doctor reminds of what it keeps', async () => {
    expect(await visit(config, 'v0.1')).toBe(200);
    expect(await checkUpgrade(patient())).toMatchObject([{ level: 'warn', code: 'old_database' }]);
    expect(await run(settings, 'upgrade')).toContain('nothing to upgrade');
  });

  it('leaves a database that earlier versions refuse', async () => {
    await asOwner("insert into schema_migrations values ('9999-later', now()::text)");
    expect(await refusalOf(config)).toBe(
      'The database was migrated by another version of Skein (9999-later). Start that version or a later one.',
    );
    await asOwner("delete from schema_migrations where name = '9999-later'");
  });

  it('can be undone: going back says what was written since, and survives kill -9', async () => {
    const said = await run(settings, 'back', 'moved out');
    expect(said).toContain('will be gone:');
    expect(said).toMatch(/\n {2}sessions: 1 more\n/);
    expect(await refusalOf(config)).toMatch(/was interrupted/);
    // Pictures go to where the site has them now.
    const s3 = await startS3Server();
    await run({ ...settings, ...s3.env }, 'upgrade');
    const stored = [...s3.objects.keys()].filter((key) => key.startsWith('site/images/')).map((key) => basename(key));
    expect(stored.toSorted()).toEqual(await imagesOf('v0.1'));
    await s3.stop();
    const migrated = await asOwner<{ name: string }>('select name from schema_migrations order by name');
    expect(migrated.at(-1)).toEqual({ name: '0008-translation' });
    expect(await asOwner('select from sessions')).toEqual([]);
    // The one of the upgrade that started over, too.
    expect(await listBackups(config)).toHaveLength(3);
  });

  it('keeps the other database until told', async () => {
    expect(await readdir(foldersOf(config.dataDir).after)).toContain('pg18');
    expect(await forgetOld(here())).toBe('done');
    expect(await checkUpgrade(patient())).toMatchObject([{ level: 'ok' }]);
    expect((await readdir(config.dataDir)).filter((name) => name.includes('upgrade'))).toEqual([]);
  });
});

it('an external database is backed up and migrated in place, unless the site is running', {
  timeout: 60_000,
}, async () => {
  const { config: own } = await earlierSite('v0.2');
  const bare = await bareDatabase(own, log);
  const says: string[] = [];
  const config = { ...own, databaseUrl: urlOf(bare.owner) };
  const here = {
    config,
    log,
    say: (sentence: string) => says.push(sentence),
    confirm: async () => true,
    postgresFile: null,
    onStep: () => {},
  };
  try {
    await withClient({ connectionString: config.databaseUrl }, 'skein', () =>
      expect(upgradeExternal(here)).rejects.toThrow(/Stop all of its processes first/),
    );
    expect(await upgradeExternal(here)).toBe('done');
    const [made] = await listBackups(config);
    expect(says.at(-1)).toContain(`\`npm run restore -- ${made!.folder}\``);
    expect(await upgradeExternal(here)).toBe('nothing');
  } finally {
    await bare.close();
  }
});

/** In the order in which they come. */
const STEPS = ['looked', 'backed up', 'saved', 'empty', 'loaded', 'migrated', 'verified', 'moved 1', 'moved 2', 'done'];

describe.runIf(FULL)('PostgreSQL 17', { timeout: 300_000 }, () => {
  it('becomes 18, with kill -9 at each step', async () => {
    const { settings, config } = await earlierSite('v0.2', 17);
    for (const step of STEPS) {
      await run(settings, 'upgrade', step);
      const isIn = STEPS.indexOf(step) >= STEPS.indexOf('moved 1');
      expect(await refusalOf(config), step).toMatch(
        isIn ? /^starts$/ : /Run `npm run upgrade`, which carries the data over/,
      );
    }
    await run(settings, 'upgrade');
    expect(await readdir(foldersOf(config.dataDir).before)).toEqual(['pg17']);
    expect(await visit(config, 'v0.2')).toBe(200);
    for (const step of ['leaving', 'prepared', 'moved out', 'moved back']) await run(settings, 'back', step);
    await run(settings, 'upgrade');
    expect(await refusalOf(config)).toMatch(/contains a database of PostgreSQL 17/);
  });
});

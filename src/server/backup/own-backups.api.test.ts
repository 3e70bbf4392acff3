import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { createCtx } from '#platform/context.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { drainJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import { buildMember } from '#testing/factories.ts';
import { picture } from '#testing/pictures.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { checkBackup } from '../doctor/check-backup.ts';
import { inWords } from '../doctor/finding.ts';
import { plainFailure } from '../plain-failure.ts';
import { backedUpUntil, backupJob, queueBackup } from './backup.job.ts';
import { backup } from './backup.ts';
import { reportBackups } from './backup-report.ts';
import { latestBackupTime } from './latest-backup.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { backupName, isBesideData, listBackups, placesForBackups, readBackup } from './places.ts';

const app = setUpTestApp();
const folders: string[] = [];
let settings: ConnectionSettings;
/** A backup of this site, to be copied. */
let folder: string;
let manifest: Manifest;

async function freshFolder(): Promise<string> {
  const path = await mkdtemp(join(memoryFolder(), 'skein-backups-'));
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(path, 0o711);
  folders.push(path);
  return path;
}

beforeAll(async () => {
  settings = app.owner.pool.options as ConnectionSettings;
  const member = await buildMember(app);
  await app.upload(accountApi.uploadAvatar, {}, await picture(100, 100).png().toBuffer(), member);
  // The test clock isn’t part of the site.
  await sql`drop table test_clock`.execute(app.owner.db);
  await sql`create or replace function db_clock() returns timestamptz language sql volatile parallel safe
    as 'select clock_timestamp()'`.execute(app.owner.db);
  await writeFile(join(app.deps.config.dataDir, 'secret-key'), 'a secret of tests that is long enough', {
    mode: 0o600,
  });
  folder = join(await freshFolder(), 'backup');
  manifest = await backup(app.deps.config, settings, folder);
});
afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true, force: true });
});

describe('the site’s own backups', () => {
  /** Returns this site as it would be with a folder of its own for backups. */
  const siteWith = async (keep: number | null = 35 * DAY) => {
    const to = join(await freshFolder(), 'backups');
    return { to, config: { ...app.deps.config, backup: { to, every: DAY, keep } } };
  };
  /** Makes the site look whether a backup is due, and then do it. Returns how many there are. */
  const look = async (config: typeof app.deps.config, later: number) => {
    const deps = { ...app.deps, config, clock: { now: () => new Date(Date.now() + later) } };
    await queueBackup(createCtx(deps, { language: 'en' }));
    await drainJobs([backupJob(settings)], deps, app.database.pool);
    return (await listBackups(config)).length;
  };
  const age = async (at: string, days: number) => {
    const file = join(at, 'manifest.json');
    const saved = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    await writeFile(file, JSON.stringify({ ...saved, madeAt: new Date(Date.now() - days * DAY).toISOString() }));
  };

  it('are made once their time has come, and not again before the next one', async () => {
    const { config } = await siteWith();
    expect(await look({ ...config, backup: { ...config.backup, every: null } }, 9 * DAY)).toBe(0);
    expect(await look(config, 23 * HOUR)).toBe(0);
    // Time may pass while the jobs of the test wait, but no hour.
    expect(await look(config, DAY)).toBe(1);
    await age((await listBackups(config))[0]!.folder, 0);
    expect(await look(config, 23 * HOUR)).toBe(1);
    expect(await look(config, 25 * HOUR)).toBe(2);
  });
  it('refuse a folder that can’t be created, or that has something, and leave nothing there', async () => {
    const place = await freshFolder();
    await writeFile(join(place, 'file'), 'kept');
    await cp(folder, join(place, 'taken'), { recursive: true });
    await writeFile(join(place, 'taken.part'), 'kept');
    const into = (...names: string[]) =>
      backup(app.deps.config, settings, join(place, ...names)).then(String, plainFailure);
    expect(await into('file', 'backup')).toMatch(/a part of it is a file/);
    expect(await into('file')).toMatch(/is a file|not a folder/);
    expect(await into('taken')).toMatch(/exists already, and isn’t empty/);
    const config = { ...app.deps.config, backup: { to: join(place, 'file'), every: DAY, keep: null } };
    expect(await makeBackup(config, settings, new Date()).then(String, plainFailure)).toMatch(/not a folder/);
    expect((await readdir(place)).sort()).toEqual(['file', 'taken', 'taken.part']);
    expect(await readFile(join(place, 'taken.part'), 'utf8')).toBe('kept');
  });
  it('are made one at a time', async () => {
    const { config } = await siteWith();
    const both = await Promise.allSettled(
      [1, 2].map((second) => makeBackup(config, settings, new Date(second * 1000))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toContain('Another backup of this site is being made');
    expect(await listBackups(config)).toHaveLength(1);
  });
  it('replace unfinished ones, and share pictures with the one before', async () => {
    const { config, to } = await siteWith();
    await cp(folder, join(to, 'earlier'), { recursive: true });
    await age(join(to, 'earlier'), 1);
    await cp(folder, join(to, `${backupName(config, new Date(0))}.part`), { recursive: true });
    await cp(folder, join(to, 'no-manifest'), { recursive: true });
    await rm(join(to, 'no-manifest', 'manifest.json'));
    await cp(folder, join(to, 'no-table'), { recursive: true });
    await rm(join(to, 'no-table', 'tables', 'accounts.gz'));
    expect((await listBackups(config)).map((each) => each.folder)).toEqual([join(to, 'earlier')]);
    const made = await makeBackup(config, settings, new Date());
    expect(await readBackup(made.folder)).not.toBeNull();
    expect(await readdir(to)).not.toContain(`${backupName(config, new Date(0))}.part`);
    const pictures = (await readdir(join(made.folder, 'images'), { recursive: true })).filter((name) =>
      /\./.test(name),
    );
    expect(pictures).toHaveLength(manifest.images);
    for (const name of pictures) expect((await stat(join(made.folder, 'images', name))).nlink).toBe(2);
  });
  it('are deleted when they are too old, but never the three latest', async () => {
    const { config, to } = await siteWith();
    const now = Date.now();
    const named = (days: number) => join(to, backupName(config, new Date(now - days * DAY)));
    for (const days of [34, 36, 37, 90]) {
      await cp(folder, named(days), { recursive: true });
      await age(named(days), days);
    }
    const { folder: made } = await makeBackup(config, settings, new Date());
    expect((await listBackups(config)).map((each) => each.folder)).toEqual([made, named(34), named(36)]);
    // One that fails deletes none.
    await age(named(34), 80);
    await expect(
      makeBackup({ ...config, dataDir: config.dataDir }, { ...settings, database: 'none' }, new Date()),
    ).rejects.toThrow();
    expect(await listBackups(config)).toHaveLength(3);
  });
  it('share a folder with those of another site and of the operator, and leave them alone', async () => {
    const { config, to } = await siteWith(0);
    const other = { ...config, publicUrl: new URL('https://other.example') };
    const past = (days: number) => new Date(Date.now() - days * DAY);
    const theirs = [10, 20, 30, 40, 50].map((days) => backupName(other, past(days)));
    const foreign = [...theirs, `${backupName(other, past(1))}.part`, 'before-upgrade', 'by-hand.part'];
    for (const name of foreign) {
      await cp(folder, join(to, name), { recursive: true });
      await age(join(to, name), 60);
    }
    const made = await makeBackup(config, settings, new Date());
    expect(await readdir(to)).toEqual(expect.arrayContaining(foreign));
    // Those of another site make none superfluous here. Those of an operator do.
    const named = (each: { folder: string }) => basename(each.folder);
    expect((await listBackups(config)).map(named)).toEqual([basename(made.folder), 'before-upgrade']);
    expect((await listBackups(other)).map(named).sort()).toEqual([...theirs, 'before-upgrade'].sort());
  });
  it('of another database with the same address are left alone, and don’t count', async () => {
    const { config, to } = await siteWith(0);
    const now = Date.now();
    const name = (days: number) => backupName(config, new Date(now - days * DAY));
    const theirs = [10, 20, 30, 40, 50].map(name);
    for (const each of [...theirs, `${name(60)}.part`]) {
      await cp(folder, join(to, each), { recursive: true });
      const file = join(to, each, 'manifest.json');
      const saved = JSON.parse(await readFile(file, 'utf8'));
      expect(saved.site).toMatch(/^[0-9a-f]{16}$/);
      await writeFile(file, JSON.stringify({ ...saved, site: 'another', madeAt: new Date().toISOString() }));
    }
    expect(await backedUpUntil(app.database.db, config)).not.toEqual((await listBackups(config))[0]!.madeAt);
    // Neither the doctor nor the metric takes them for this site’s.
    const deps = { ...app.deps, config };
    const patient = { deps, database: app.database, mailTo: null, triesRestore: false };
    const codes = async () => (await checkBackup(patient)).map((found) => `${found.level}: ${inWords(found).says}`);
    expect((await codes()).join()).toMatch(/no backup/i);
    expect(await latestBackupTime(deps)).toBe(0);
    const made = await makeBackup(config, settings, new Date());
    expect((await codes()).join()).not.toMatch(/no backup/i);
    // Manifests aren’t read at each request.
    expect(await latestBackupTime(deps)).toBe(0);
    const later = { now: () => new Date(app.deps.clock.now().getTime() + MINUTE) };
    expect(await latestBackupTime({ ...deps, clock: later })).toBe(Date.parse(made.manifest.madeAt));
    expect((await readdir(to)).sort()).toEqual([...theirs, `${name(60)}.part`, basename(made.folder)].sort());
  });
  it('lie beside the data folder by default, and say so', async () => {
    const config = { ...app.deps.config, backup: { to: null, every: DAY, keep: null } };
    const [beside, inside] = placesForBackups(config);
    expect(beside).toBe(`${config.dataDir}-backups`);
    expect(inside).toBe(join(config.dataDir, 'backups'));
    expect(await isBesideData(config, inside!)).toBe(true);
    folders.push(beside!);
    expect((await makeBackup(config, settings, new Date())).folder.startsWith(beside!)).toBe(true);
    expect(await isBesideData(config, beside!)).toBe(true);
    expect(await isBesideData(config, '/proc')).toBe(false);
    const warned: string[] = [];
    const log = createLog('warn', { write: (line) => warned.push(JSON.parse(line).msg) });
    await reportBackups({ config, log });
    expect(warned).toEqual([]);
    await reportBackups({ config: { ...config, publicUrl: new URL('https://skein.example') }, log });
    expect(warned).toEqual([expect.stringContaining('Set BACKUP_TO')]);
  });
  it('are restored for trial, also a damaged one', async () => {
    const { config, to } = await siteWith();
    await cp(folder, join(to, 'latest'), { recursive: true });
    const patient = { deps: { ...app.deps, config }, database: app.database, mailTo: null, triesRestore: true };
    vi.stubEnv('TMPDIR', await freshFolder());
    const findings = async () => (await checkBackup(patient)).map((found) => `${found.level}: ${inWords(found).says}`);
    expect(await findings()).toContainEqual(
      expect.stringMatching(/^ok: The latest backup can be restored: [\d,]+ rows/),
    );
    await writeFile(join(to, 'latest', 'tables', 'messages.gz'), 'not a table');
    expect(await findings()).toContainEqual(
      expect.stringMatching(/^wrong: The latest backup can’t be restored: The backup is damaged: messages/),
    );
    expect(await readdir(tmpdir())).toEqual([]);
    vi.unstubAllEnvs();
  });
});

import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type TcpNetConnectOpts } from 'node:net';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { CATEGORIES } from '#features/stories/model/categories.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { withClient } from '#platform/db/with-client.ts';
import { createFolderFiles } from '#platform/files/folder-files.ts';
import { createS3Files } from '#platform/files/s3-files.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { buildContest, buildWrittenContest, PHASE, pass, vote } from '#testing/contests.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  PASSWORD,
} from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { noPages } from '#testing/no-pages.ts';
import { picture } from '#testing/pictures.ts';
import { createPreviousVersion } from '#testing/previous-version.ts';
import { startS3Server } from '#testing/s3-server.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { bareDatabase } from '../database.ts';
import { startSite } from '../site.ts';
import { backup } from './backup.ts';
import { readKeys } from './links-of-backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { findLostImages } from './restored-images.ts';
import { describeTables, quoted } from './tables.ts';

const app = setUpTestApp();
const log = createLog('silent');
/** Same as in the test app. */
const SECRET_KEY = 'a secret of tests that is long enough';
const folders: string[] = [];
let author: Member;
let settings: ConnectionSettings;
let storyId: string;
let waitingId: string;
let folder: string;
let manifest: Manifest;

async function freshFolder(): Promise<string> {
  const path = await mkdtemp(join(memoryFolder(), 'skein-drill-'));
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(path, 0o711);
  folders.push(path);
  return path;
}

beforeAll(async () => {
  app.app.cache.setListening(false);
  settings = app.owner.pool.options as ConnectionSettings;
  // A round with a winner, and one that is open for voting. First, because it advances the clock.
  const won = await buildWrittenContest(app, 1);
  await pass(app, won, PHASE);
  const contest = await buildContest(app, 2);
  await vote(app, contest, contest.creator, contest.entries[0]!.id);
  author = await buildMember(app);
  const moderator = await buildMember(app, { role: 'moderator' });
  await app.upload(accountApi.uploadAvatar, {}, await picture(100, 100).png().toBuffer(), author);
  const { story, chapterId } = await buildPublishedStory(app, author, { title: '雨水账本 «é» 😀' });
  storyId = story.id;
  await app.upload(storyApi.uploadCover, { storyId }, await picture(300, 450).png().toBuffer(), author);
  await buildPublishedChapter(app, author, storyId);
  const back = await buildChapterDraft(app, author, storyId, { content: doubtfulProse(120) });
  await app.call(chapterApi.submit, { chapterId: back.id }, author);
  await app.work();
  await decide(app, moderator, back.id, 'reject');
  await buildChapterDraft(app, author, storyId, { content: HOSTILE_TEXTS.join('\n\n') });
  await app.call(readerApi.savePosition, { chapterId }, moderator);
  // A story that has been waiting for the automatic check for longer than allowed.
  const waiting = await buildStory(app, author, { title: 'Sent just before' });
  waitingId = waiting.id;
  await buildChapterDraft(app, author, waitingId);
  await app.call(storyApi.submit, { storyId: waitingId }, author);
  await sql`update reviews set submitted_at = submitted_at - interval '1 hour' where state = 'automatic'`.execute(
    app.database.db,
  );
  // A row of the log from a month that a new database has no partition for.
  await sql`insert into status_log (subject_kind, subject_id, action, from_status, to_status, at)
    values ('story', ${storyId}, 'submit', 'draft', 'pending', '2024-02-29 23:59:59Z')`.execute(app.owner.db);
  await sql`select make_months('status_log')`.execute(app.database.db);
  // The test clock isn’t part of the site.
  await sql`drop table test_clock`.execute(app.owner.db);
  await sql`create or replace function db_clock() returns timestamptz language sql volatile parallel safe
    as 'select clock_timestamp()'`.execute(app.owner.db);
  await writeFile(join(app.deps.config.dataDir, 'secret-key'), SECRET_KEY, { mode: 0o600 });

  await app.call(accountApi.requestReset, { email: author.email });
  const ways = { seed: Buffer.alloc(32), expires: new Date(Date.now() + 3_600_000) };
  await sql`insert into enrolment_links values (${moderator.id}, ${ways.seed}, ${ways.expires})`.execute(app.owner.db);
  await sql`insert into known_devices (account_id, token_hash, device, trusted_until)
    values (${author.id}, ${ways.seed}, 'Firefox', ${ways.expires})`.execute(app.owner.db);

  folder = join(await freshFolder(), 'backup');
  manifest = await backup(app.deps.config, settings, folder);
});
afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true, force: true });
});

/** Returns the settings of another site, with the embedded database in an empty folder. */
async function emptySite() {
  return readConfig(
    { PORT: '0', HOST: '127.0.0.1', DATA_DIR: await freshFolder(), HUMAN_CHECK: 'off', RATE_LIMITS: 'off' },
    '/',
  );
}

/** Returns every row of every saved table, as text. */
async function contentsOf(of: ConnectionSettings, without: readonly string[] = []): Promise<Record<string, string[]>> {
  const { host, port, user, database } = of;
  return withClient({ host, port, user, database }, 'skein tests', async (client) => {
    const contents: Record<string, string[]> = {};
    for (const { name, columns } of await describeTables(client)) {
      const compared = columns.filter((column) => !without.includes(column));
      const row = `row(${compared.map(quoted).join(', ')})::text`;
      const { rows } = await client.query<{ row: string }>(`select ${row} as row from ${quoted(name)} order by 1`);
      contents[name] = rows.map((each) => each.row);
    }
    return contents;
  });
}

/** Returns the months of every table that is split by month, and that no row is in a default partition. */
async function monthsOf({ host, port, user, database }: ConnectionSettings): Promise<Record<string, string[]>> {
  return withClient({ host, port, user, database }, 'skein tests', async (client) => {
    const described = await describeTables(client);
    const months = described.flatMap((table) => (table.months ? [[table.name, table.months] as const] : []));
    for (const [name] of months)
      expect((await client.query(`select from ${quoted(`${name}_default`)}`)).rows, name).toEqual([]);
    return Object.fromEntries(months);
  });
}

async function imagesOf(dataDir: string): Promise<Record<string, string>> {
  const store = createImageStore(createFolderFiles(dataDir));
  const images: Record<string, string> = {};
  for await (const { key } of store.list()) images[key] = (await store.get(key))!.toString('base64');
  return images;
}

/** The end of the data of a COPY, with the first byte of the next message. */
const END_OF_COPY = Buffer.from('c\0\0\0\x04C', 'latin1');

/** Starts a proxy to the database that delays the end of each COPY. */
async function slowWay({ host, port }: ConnectionSettings) {
  const upstream = host?.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: port! };
  const server = createServer((client) => {
    const database = connect(upstream as TcpNetConnectOpts);
    client.on('error', () => database.destroy()).pipe(database);
    database.on('error', () => client.destroy()).on('end', () => client.end());
    database.on('data', (bytes) => {
      const end = bytes.indexOf(END_OF_COPY);
      if (end < 0) return void client.write(bytes);
      const cut = end + END_OF_COPY.length - 1;
      client.write(bytes.subarray(0, cut));
      database.pause();
      setTimeout(() => {
        client.write(bytes.subarray(cut));
        database.resume();
      }, 5);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

it('a backup knows its rows even if the end of a table arrives late', async () => {
  const way = await slowWay(settings);
  const late = join(await freshFolder(), 'late');
  const saved = await backup(app.deps.config, { ...settings, host: '127.0.0.1', port: way.port }, late);
  way.stop();
  const rowsOf = ({ tables }: Manifest) => tables.map(({ name, rows }) => [name, rows]);
  expect(rowsOf(saved)).toEqual(rowsOf(manifest));
});

it('a backup is closed to other users and describes its content', async () => {
  for (const path of ['', 'secret-key', 'tables/accounts.gz']) {
    expect((await stat(join(folder, path))).mode & 0o077, path).toBe(0);
  }
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
  expect(manifest.images).toBe(Object.keys(await imagesOf(app.deps.config.dataDir)).length);
  for (const { name, rows } of manifest.tables) {
    const { rows: counted } = await app.database.pool.query(`select count(*)::int as count from ${quoted(name)}`);
    expect(counted, name).toEqual([{ count: rows }]);
  }
  // A restored site must not pass for the one whose files are in the store.
  expect(manifest.tables.map(({ name }) => name)).not.toContain('installation');
  expect((await readdir(folder)).sort()).toEqual(['images', 'manifest.json', 'secret-key', 'tables']);
});

it('after a restore to an empty folder everything is as it was, and the site continues from there', {
  timeout: 60_000,
}, async () => {
  const config = await emptySite();
  const bare = await bareDatabase(config, log);
  try {
    const { lost } = await restore(config, bare.owner, folder, log);
    expect(lost).toEqual({ missing: [], damaged: [] });
    // Sessions and other ways in end, and exports have no files.
    const ended = ['sessions', 'mail_links', 'enrolment_links', 'known_devices', 'exports'];
    const withoutThem = (tables: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(tables).filter(([name]) => !ended.includes(name)));
    expect(withoutThem(await contentsOf(bare.owner))).toEqual(withoutThem(await contentsOf(settings)));
    const kept = await withClient(bare.owner, 'skein tests', (client) =>
      client.query(
        `select (select count(*) from exports) as exports, (select count(*) from mail_links where used_at is null) as links,
          (select count(*) from enrolment_links) as enrolments, (select count(*) from known_devices) as devices,
          (select count(*) from known_devices where trusted_until is not null) as trusted,
          count(*) filter (where ended_at is null) as open from sessions`,
      ),
    );
    const none = { exports: '0', links: '0', enrolments: '0', trusted: '0', open: '0' };
    expect(kept.rows).toEqual([{ ...none, devices: '1' }]);
    expect(await monthsOf(bare.owner)).toEqual(await monthsOf(settings));
    expect((await monthsOf(settings)).status_log).toContain('2024-02-01');
    await expect(restore(config, bare.owner, folder, log)).rejects.toThrow(/in use/);
  } finally {
    await bare.close();
  }
  expect(await imagesOf(config.dataDir)).toEqual(await imagesOf(app.deps.config.dataDir));

  const site = await startSite(config, log, noPages);
  try {
    const call = async (path: string, body?: object, token = '') => {
      const response = await fetch(`${site.url.replace('localhost', '127.0.0.1')}/api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json()) as { code?: string; data: { id: string; status: string; accessToken: string } };
    };
    const story = await call(`${storyApi.detail.path}?storyId=${storyId}`);
    expect(story.data).toEqual(await app.call(storyApi.detail, { storyId }));
    // Sessions of the backup, some of which may have been ended since, are over. New rows get ids after the old ones.
    const draft = { title: 'After', mode: 'solo' };
    expect((await call(storyApi.create.path, draft, author.accessToken)).code).toBe('login_required');
    const { email } = author;
    const { data } = await call(accountApi.login.path, { email, password: PASSWORD, platform: 'web' });
    const created = await call(storyApi.create.path, draft, data.accessToken);
    expect(Number(created.data.id)).toBe(Number(waitingId) + 1);
    // What was waiting for the automatic check is checked, however long the site was down.
    await vi.waitFor(
      async () => expect((await call(`${storyApi.detail.path}?storyId=${waitingId}`)).data?.status).toBe('published'),
      { timeout: 20_000, interval: 100 },
    );
  } finally {
    await site.stop();
  }
});

it('a restore names the pictures that the backup has lost', async () => {
  const shown = await app.database.db
    .selectFrom('accounts')
    .select('avatar_key')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow();
  const cover = await app.database.db
    .selectFrom('stories')
    .select('cover_key')
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow();
  const [missing, damaged] = [shown.avatar_key!, cover.cover_key!];
  const copy = join(await freshFolder(), 'backup');
  await cp(folder, copy, { recursive: true });
  const fileOf = (key: string) => join(copy, 'images', key.slice(2, 4).toLowerCase(), key);
  await rm(fileOf(missing));
  await writeFile(fileOf(damaged), 'half of a pict');
  const config = await emptySite();
  const bare = await bareDatabase(config, log);
  try {
    const { images, lost } = await restore(config, bare.owner, copy, log);
    expect(lost).toEqual({ missing: [missing], damaged: [damaged] });
    expect(images).toBe(JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')).images - 1);
  } finally {
    await bare.close();
  }
});

it('a backup is restored to S3, and one is made from there, without a picture that S3 has damaged', {
  timeout: 60_000,
}, async () => {
  const server = await startS3Server();
  const config = { ...(await emptySite()), s3: server.config };
  const images = await imagesOf(app.deps.config.dataDir);
  const inS3 = () =>
    [...server.objects.keys()].filter((key) => key.startsWith('site/images/')).map((key) => basename(key));
  const saved = join(await freshFolder(), 'backup');
  const bare = await bareDatabase(config, log);
  try {
    expect((await restore(config, bare.owner, folder, log)).lost).toEqual({ missing: [], damaged: [] });
    expect(inS3().toSorted()).toEqual(Object.keys(images).toSorted());
    expect(await imagesOf(config.dataDir)).toEqual({});

    const { avatar_key } = await app.database.db
      .selectFrom('accounts')
      .select('avatar_key')
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow();
    const object = server.objects.get([...server.objects.keys()].find((key) => key.endsWith(avatar_key!))!)!;
    const whole = object.bytes;
    object.bytes = Buffer.from('half of a pict');
    const { damaged, tables } = await backup(config, bare.owner, saved);
    expect(damaged).toEqual([avatar_key]);
    expect(tables.map(({ name }) => name)).toContain('chapters');
    const { [avatar_key!]: lost, ...others } = images;
    expect(lost).toBeDefined();
    expect(await imagesOf(saved)).toEqual(others);
    const store = createImageStore(createS3Files(server.config, { attempts: 1, attempt: 5000, total: 5000 }));
    expect(await findLostImages(app.database.db, store)).toEqual({ missing: [], damaged: [avatar_key] });

    object.bytes = whole;
    const next = join(saved, '../next');
    expect((await backup(config, bare.owner, next, { previous: saved })).damaged).toEqual([]);
    expect(await imagesOf(next)).toEqual(images);
  } finally {
    await bare.close();
    await server.stop();
  }
});

it('nothing is restored from a backup that contains links', async () => {
  for (const name of ['images/ab/link.webp', 'images/cd', 'tables/extra.gz']) {
    const copy = join(await freshFolder(), 'backup');
    await cp(folder, copy, { recursive: true });
    await mkdir(join(copy, 'images/ab'), { recursive: true });
    await rm(join(copy, name), { recursive: true, force: true });
    await symlink('/etc', join(copy, name));
    await expect(restore(await emptySite(), { ...settings, database: 'none' }, copy, log)).rejects.toThrow(
      `The backup contains ${name}, which is no file`,
    );
  }
});

it('a key that becomes a link after the look for links is not followed', async () => {
  const copy = join(await freshFolder(), 'backup');
  await cp(folder, copy, { recursive: true });
  expect([...(await readKeys(copy)).keys()]).toEqual(['secret-key']);
  await rm(join(copy, 'secret-key'));
  await symlink('/etc/hostname', join(copy, 'secret-key'));
  await expect(readKeys(copy)).rejects.toThrow('is a link, which is not followed');
});

it('nothing is restored from a folder that is no backup, or whose manifest is damaged', async () => {
  const other = await freshFolder();
  const nowhere = { ...settings, database: 'none' };
  await expect(restore(await emptySite(), nowhere, other, log)).rejects.toThrow(/is no backup/);
  await writeFile(join(other, 'manifest.json'), '{');
  await expect(restore(await emptySite(), nowhere, other, log)).rejects.toThrow(/is no backup/);
});

it('nothing is restored from a damaged backup', async () => {
  const file = join(folder, 'tables', 'messages.gz');
  const whole = await readFile(file);
  await writeFile(file, gzipSync(gunzipSync(whole).toString().replaceAll('approved', 'rejected')));
  const fresh = { ...settings, database: `${settings.database}_damaged` };
  await app.owner.pool.query(`create database ${quoted(fresh.database)} template template0`);
  try {
    await expect(restore(await emptySite(), fresh, folder, log)).rejects.toThrow(/damaged: messages/);
    const { categories, ...others } = await contentsOf(fresh);
    expect(categories).toEqual(CATEGORIES.map((code) => `(${code})`).sort());
    for (const [table, rows] of Object.entries(others)) expect(rows, table).toEqual([]);
    // Half of a file, and rows that aren’t those of the table.
    for (const bytes of [whole.subarray(0, whole.length / 2), gzipSync('a secret line\n')]) {
      await writeFile(file, bytes);
      await expect(restore(await emptySite(), fresh, folder, log)).rejects.toThrow(
        /^The backup is damaged: messages can’t be read. Nothing was restored.$/,
      );
    }
  } finally {
    await writeFile(file, whole);
  }
});

it('a backup of the previous version is restored and migrated', { timeout: 60_000 }, async () => {
  const named = (name: string) => ({ ...settings, database: `${settings.database}_${name}` });
  const [previous, restored] = [named('previous'), named('restored')];
  await createPreviousVersion(previous);
  const site = await emptySite();
  const old = join(await freshFolder(), 'old');
  const saved = await backup(site, previous, old);
  expect(saved.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
  await app.owner.pool.query(`create database ${quoted(restored.database)} template template0`);
  await restore(site, restored, old, log);
  // The same as if the database itself had been migrated.
  await migrate(previous);
  const random = ['reason_salt', 'reason_hash'];
  expect(await contentsOf(restored, random)).toEqual(await contentsOf(previous, random));
});

it('a backup is refused while the database is only partly migrated', async () => {
  const { pool } = app.owner;
  await pool.query("insert into schema_migration_steps values ('0099-later', 1)");
  try {
    const place = await freshFolder();
    await expect(backup(app.deps.config, settings, join(place, 'partly'))).rejects.toThrow(/being migrated/);
    // It could fill the disk.
    expect(await readdir(place)).toEqual([]);
  } finally {
    await pool.query('delete from schema_migration_steps');
  }
});

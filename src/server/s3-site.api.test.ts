import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { dropOldExports } from '#features/accounts/server/export.service.ts';
import { readErased, storeErased } from '#features/accounts/server/index.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createFolderFiles } from '#platform/files/folder-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createS3Files } from '#platform/files/s3-files.ts';
import { guardFiles } from '#platform/files/site-files.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import { dropImagesOf, sweepImages } from '#platform/images/images.repo.ts';
import { buildMember, buildPublishedStory, type Member, PASSWORD } from '#testing/factories.ts';
import { type FaultyWay, openFaultyWay } from '#testing/faulty-way.ts';
import { picture } from '#testing/pictures.ts';
import { type S3Server, startS3Server } from '#testing/s3-server.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { copyFiles } from './copy-files.ts';
import { checkStorage } from './doctor/check-storage.ts';
import { watchTasks } from './doctor/watch.ts';
import { ctxOf, letTheDayCome, plan } from './erasure.test-kit.ts';
import { killableSite } from './kill.test-kit.ts';
import { reportPlace } from './place-report.ts';

// A site whose files are in S3, behind a way with faults.
const server = await startS3Server();
const way: FaultyWay = await openFaultyWay(server.config.endpoint);
const app = setUpTestApp({ ...server.env, S3_ENDPOINT: way.endpoint.href });
/** Clients of the store pass by the way. */
const direct = createS3Files(server.config);
let folder: string;
let author: Member;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-s3-'));
  author = await buildMember(app);
  await reportPlace(app.deps);
});
afterAll(async () => {
  await way.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const png = await picture(100, 100).png().toBuffer();
const get = (url: string) => app.app.http.inject({ url });
const keysIn = (store: S3Server, start: string) => [...store.objects.keys()].filter((key) => key.startsWith(start));
const avatarOf = async (member: Member) => (await app.call(accountApi.info, {}, member)).avatar!;

it('serves pictures and exports from S3, and needs no folder of its own', async () => {
  expect((await app.upload(accountApi.uploadAvatar, {}, png, author)).status).toBe(200);
  const image = await get(await avatarOf(author));
  expect(image.statusCode).toBe(200);
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
  });
  await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, author);
  await app.work();
  const { url } = await app.call(accountDeletionApi.exportAddress, {}, author);
  const file = await get(url);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await get(url)).statusCode).toBe(400);
  expect(keysIn(server, 'site/exports/')).toHaveLength(1);
  expect(await readdir(app.deps.config.dataDir, { recursive: true })).toEqual(['exports']);
  const patient = { deps: app.deps, database: app.database, mailTo: null, triesRestore: false };
  expect(await checkStorage(patient)).toEqual([
    { level: 'ok', code: 'storage_well', words: { place: 's3://skein-test/site' } },
  ]);
});

it('an image that is missing is not found, and one that S3 damages is not served', async () => {
  const address = await avatarOf(author);
  const [key = ''] = keysIn(server, 'site/images/').filter((each) => address.endsWith(each.split('/').at(-1)!));
  const kept = server.objects.get(key)!;
  server.objects.delete(key);
  expect((await get(address)).statusCode).toBe(404);
  server.objects.set(key, { ...kept, bytes: Buffer.from('something else') });
  const damaged = await get(address);
  expect(damaged.statusCode).toBe(503);
  expect(damaged.headers['cache-control']).toBe('no-store');
  expect(damaged.body).not.toContain('something else');
  // It is no reason to leave the store alone.
  expect((await app.upload(accountApi.uploadAvatar, {}, await picture(70, 70).png().toBuffer(), author)).status).toBe(
    200,
  );
  server.objects.set(key, kept);
});

it('pages and calls answer while S3 stalls, and uploads leave nothing behind', { timeout: 40_000 }, async () => {
  const { story } = await buildPublishedStory(app, author);
  const admin = await buildMember(app, { role: 'administrator' });
  const problems = async () => {
    await watchTasks.watchStorage!(ctxOf(app));
    const { rows: known } = await sql<{ problem: string }>`select problem from operator_problems`.execute(
      app.database.db,
    );
    return known.map(({ problem }) => problem);
  };
  expect(await problems()).toEqual([]);
  const address = await avatarOf(author);
  const rows = () => sql`select from images`.execute(app.database.db).then((found) => found.rows.length);
  const before = await rows();
  const timed = async (work: () => Promise<{ status?: number; statusCode?: number }>) => {
    const begun = performance.now();
    const { status, statusCode } = await work();
    return { status: status ?? statusCode, inTime: performance.now() - begun < 10_000 };
  };
  // Another one, so that it isn’t the same image.
  const other = await picture(90, 90).png().toBuffer();
  for (const fault of ['stall', 'cut', 'busy'] as const) {
    way.fault = fault;
    const [upload, image, call, ready] = await Promise.all([
      timed(() => app.upload(accountApi.uploadAvatar, {}, other, author)),
      timed(() => get(address)),
      timed(() => app.send(storyApi.detail, { storyId: story.id })),
      timed(() => get('/api/ready')),
    ]);
    expect([upload, image]).toEqual([1, 2].map(() => ({ status: 503, inTime: true })));
    expect([call, ready]).toEqual([1, 2].map(() => ({ status: 200, inTime: true })));
  }
  expect(await rows()).toBe(before);
  expect(await avatarOf(author)).toBe(address);
  await app.work();
  app.mails.length = 0;
  for (let hour = 0; hour < 2; hour += 1) expect(await problems()).toEqual(['storage']);
  await app.work();
  expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [admin.email, 'Pictures of Skein can’t be stored or shown'],
  ]);
  way.fault = null;
  await expect.poll(async () => (await get(address)).statusCode, { timeout: 10_000, interval: 250 }).toBe(200);
  expect(await problems()).toEqual([]);
  expect((await app.upload(accountApi.uploadAvatar, {}, other, author)).status).toBe(200);
});

/** Runs the sweep of each hour of a day. */
async function sweepAroundTheClock(ctx = ctxOf(app)): Promise<void> {
  for (let hour = 0; hour < 24; hour += 1)
    await sweepImages({ ...ctx, clock: { now: () => new Date(Date.now() + hour * HOUR) } });
}
const letObjectsAge = () => {
  for (const object of server.objects.values()) object.storedAt = new Date(Date.now() - 30 * DAY);
};

it('a process that is killed between a file and its row leaves no row, and a file that is swept', {
  timeout: 60_000,
}, async () => {
  const site = await killableSite(app, server.env);
  const uploadTo = async (url: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'picture.png');
    return fetch(`${url}/api/${accountApi.uploadAvatar.path}`, {
      method: 'POST',
      headers: { authorization: author.accessToken },
      body: form,
    });
  };
  const rowOf = async (path: string) =>
    (await sql`select from images where key = ${path.split('/').at(-1)}`.execute(app.database.db)).rows.length;
  const before = await avatarOf(author);
  let left = '';
  let killed: Promise<void> | null = null;
  try {
    await site.start();
    server.stored = async (path) => {
      if (!path.startsWith('site/images/')) return;
      server.stored = () => {};
      left = path;
      killed = site.kill();
      await killed;
    };
    const lost = new Uint8Array(await picture(110, 110).png().toBuffer());
    await expect(uploadTo(site.url!, lost)).rejects.toThrow();
    await killed;
    expect(left).not.toBe('');
    expect(server.objects.has(left)).toBe(true);
    expect(await rowOf(left)).toBe(0);
    expect(await avatarOf(author)).toBe(before);
    await site.start();
    expect((await uploadTo(site.url!, new Uint8Array(await picture(120, 120).png().toBuffer()))).status).toBe(200);
  } finally {
    await site.end();
  }
  expect(await avatarOf(author)).not.toBe(before);
  await sweepAroundTheClock();
  expect(server.objects.has(left)).toBe(true);
  letObjectsAge();
  await sweepAroundTheClock();
  expect(server.objects.has(left)).toBe(false);
  expect((await get(await avatarOf(author))).statusCode).toBe(200);
});

describe('a store that two sites use', () => {
  const MARK = 'site/site/owner.json';
  const guardOf = (host: string, store = direct) => {
    const config = { s3: server.config, databaseUrl: null, publicUrl: new URL(`https://${host}`) };
    return guardFiles(store, config, app.database.db);
  };
  const ctxWith = (files: ReturnType<typeof guardOf>, warnings: unknown[] = []) => {
    const log = {
      ...app.deps.log,
      info: () => {},
      error: () => {},
      warn: (facts: unknown) => void warnings.push(facts),
    };
    return { ...ctxOf(app), files, images: createImageStore(files), log: log as never };
  };

  it('is left as it is by the one that it isn’t marked for, until an operator says so', async () => {
    const warnings: unknown[] = [];
    const staging = ctxWith(guardOf('staging.test'), warnings);
    await reportPlace(staging);
    const owner = app.deps.config.publicUrl.origin;
    expect(warnings).toMatchObject([{ place: 's3://skein-test/site', owner }]);
    const patient = { deps: staging, database: app.database, mailTo: null, triesRestore: false };
    expect(await checkStorage(patient)).toMatchObject([
      { code: 'storage_well' },
      { level: 'wrong', code: 'storage_foreign', words: { owner } },
    ]);
    // A row that nothing shows, a file without a row, and an old export.
    const [unused, stray] = [`a-${'u'.repeat(32)}.webp`, `a-${'v'.repeat(32)}.webp`];
    for (const key of [unused, stray]) await createImageStore(direct).put(key, png);
    await sql`insert into images (key, kind, owner_id, bytes, created_at) values (${unused}, 'avatar', ${author.id}, 1,
      db_clock() - interval '3 days')`.execute(app.database.db);
    letObjectsAge();
    const all = [...server.objects.keys()].sort();
    await sweepAroundTheClock(staging);
    await dropOldExports(staging);
    await expect(dropImagesOf(staging, author.id)).rejects.toMatchObject({ code: 'unavailable' });
    const erased = { id: '77', joinedAt: '2025-01-01T00:00:00.000Z', texts: 'delete' } as const;
    await expect(storeErased(staging.files, erased)).rejects.toMatchObject({ code: 'unavailable' });
    expect([...server.objects.keys()].sort()).toEqual(all);
    expect((await sql`select from images where key = ${unused}`.execute(app.database.db)).rows).toHaveLength(1);

    expect(await staging.files.takeOver()).toMatchObject({ address: owner });
    expect(await staging.files.takeOver()).toBeNull();
    expect(await staging.files.standing()).toEqual({ is: 'own' });
    // Now it is the other one that deletes nothing.
    await sweepAroundTheClock();
    expect([...server.objects.keys()].sort()).toEqual(all);
    await app.deps.files.takeOver();
    await sweepAroundTheClock();
    const gone = all.filter((path) => !server.objects.has(path));
    expect(gone).toEqual(expect.arrayContaining([unused, stray].map((key) => expect.stringContaining(key))));
    expect(server.objects.has(MARK)).toBe(true);
  });
  it.each([false, true])(
    'belongs to one of those that find no mark (a store without conditions: %j)',
    async (ignores) => {
      const mark = server.objects.get(MARK)!;
      server.objects.delete(MARK);
      server.ignoresConditions = ignores;
      const sites = ['one.test', 'two.test', 'three.test'].map((host) => guardOf(host));
      const first = await Promise.all(sites.map((files) => files.standing()));
      // What has just been marked isn’t touched yet.
      expect(first.filter(({ is }) => is === 'own')).toEqual([]);
      const then = await Promise.all(sites.map((files) => files.standing()));
      expect(then.map(({ is }) => is).sort()).toEqual(['foreign', 'foreign', 'own']);
      server.ignoresConditions = false;
      await direct.put('site/owner.json', Buffer.from('{'));
      expect(await guardOf('one.test').standing()).toMatchObject({ is: 'foreign' });
      server.objects.set(MARK, mark);
    },
  );
  it('isn’t that of a copy of the database, but stays that of an upgraded one', async () => {
    const standing = async (database: string | null) => {
      await sql`update installation set database = ${database}`.execute(app.database.db);
      const { config } = app.deps;
      return (await guardFiles(direct, config, app.database.db).standing()).is;
    };
    expect(await standing(null)).toBe('own');
    expect(await standing('another server')).toBe('foreign');
    await sql`update installation set id = ${JSON.parse(String(server.objects.get(MARK)!.bytes)).site}`.execute(
      app.database.db,
    );
  });
});

it('a file that a killed process has stored without its row is swept after a day, and no other', async () => {
  const stray = `a-${'q'.repeat(32)}.webp`;
  await createImageStore(direct).put(stray, png);
  const path = `site/images/qq/${stray}`;
  const shown = keysIn(server, 'site/images/').filter((key) => key !== path);
  await sweepAroundTheClock();
  expect(server.objects.has(path)).toBe(true);
  letObjectsAge();
  await sweepAroundTheClock();
  expect(server.objects.has(path)).toBe(false);
  expect(keysIn(server, 'site/images/').sort()).toEqual(shown.sort());
});

it('no file is swept from a store that is mostly not of this database', async () => {
  const images = createImageStore(direct);
  const foreign = Array.from({ length: 6 }, (_, index) => `c-z${String(index).repeat(31)}.webp`);
  for (const key of foreign) await images.put(key, png);
  letObjectsAge();
  await sweepAroundTheClock();
  for (const key of foreign) {
    expect(await images.get(key)).toEqual(png);
    await images.delete(key);
  }
});

it('files are copied both ways, once, and compared', async () => {
  const inFolder = createFolderFiles(folder);
  const told: string[] = [];
  const tell = (path: string) => void told.push(path);
  const images = keysIn(server, 'site/images/').length;
  expect(images).toBeGreaterThan(1);
  // The list of an earlier version.
  const old = { id: '77', joinedAt: '2025-01-01T00:00:00.000Z', texts: 'delete' };
  await writeFile(join(folder, 'erased-accounts'), `${JSON.stringify(old)}\n`);
  expect((await copyFiles(direct, inFolder, folder, tell)).images).toEqual({ copied: images, same: 0, failed: 0 });
  expect((await copyFiles(direct, inFolder, folder, tell)).images).toEqual({ copied: 0, same: images, failed: 0 });
  expect(await readErased(inFolder)).toContainEqual(old);

  const empty = createS3Files({ ...server.config, prefix: 'second' }, PATIENT);
  const copied = await copyFiles(inFolder, empty, folder, tell);
  expect(copied).toMatchObject({ images: { copied: images }, exports: { copied: 1 }, erased: { copied: 1 } });
  for (const key of keysIn(server, 'site/images/'))
    expect(server.objects.get(key.replace('site/', 'second/'))?.bytes).toEqual(server.objects.get(key)!.bytes);
  // One that was damaged since is copied again.
  const [damaged = ''] = keysIn(server, 'second/images/');
  await createS3Files({ ...server.config, prefix: 'second' }).put(damaged.slice('second/'.length), Buffer.from('x'));
  expect((await copyFiles(inFolder, empty, folder, tell)).images).toMatchObject({ copied: 1, same: images - 1 });
  expect(told).toEqual([]);
});

it('a large file is not copied through a link that waits in the folder', async () => {
  const target = await mkdtemp(join(tmpdir(), 'skein-copy-'));
  const store = createFolderFiles(join(target, 'from'));
  const large = Buffer.alloc(8 * 1024 * 1024 + 1, 'x');
  await store.put('exports/large.zip', large);
  const [kept, into] = [join(target, 'kept'), join(target, 'to')];
  await writeFile(kept, 'of another user');
  await mkdir(join(into, 'exports'), { recursive: true });
  await symlink(kept, join(into, 'exports', 'large.zip.part'));
  const told: string[] = [];
  const copied = await copyFiles(store, createFolderFiles(into), into, (path) => void told.push(path));
  expect([copied.exports, told]).toEqual([{ copied: 1, same: 0, failed: 0 }, []]);
  expect(await readFile(kept, 'utf8')).toBe('of another user');
  expect((await lstat(join(into, 'exports', 'large.zip'))).isFile()).toBe(true);
  expect((await readdir(join(into, 'exports'))).toSorted()).toEqual(['large.zip', 'large.zip.part']);
  await rm(target, { recursive: true });
});

it('an erasure deletes the pictures at once, and is an object of its own', async () => {
  const member = await buildMember(app);
  await app.upload(accountApi.uploadAvatar, {}, await picture(80, 80).png().toBuffer(), member);
  const address = await avatarOf(member);
  expect((await get(address)).statusCode).toBe(200);
  await plan(app, member, 'delete');
  await letTheDayCome(app, 14 * DAY + HOUR);
  expect((await get(address)).statusCode).toBe(404);
  expect((await readErased(direct)).map(({ id }) => id)).toContain(member.id);
});

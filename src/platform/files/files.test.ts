import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { type Fault, type FaultyWay, openFaultyWay } from '#testing/faulty-way.ts';
import { type S3Server, startS3Server } from '#testing/s3-server.ts';
import { Breaker } from './breaker.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFiles } from './folder-files.ts';
import type { Patience } from './s3-client.ts';
import { createS3Files } from './s3-files.ts';
import { writeWhole } from './write-whole.ts';

let root: string;
let server: S3Server;
let way: FaultyWay;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-files-'));
  server = await startS3Server();
  way = await openFaultyWay(server.config.endpoint);
});
afterAll(async () => {
  await way.stop();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(server, { loses: null, hidesDigests: false, ignoresConditions: false, pageSize: 1000 });
  server.objects.clear();
  Object.assign(way, { fault: null, times: Number.POSITIVE_INFINITY });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (body: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(body));
const pathsOf = async (files: FileStore, start: string) =>
  (await Array.fromAsync(files.list(start))).map(({ path }) => path).sort();
const BYTES = Buffer.from('not really a picture');
/** Short, so that a test of a store that stalls needn’t wait long. */
const SHORT: Patience = { attempts: 3, attempt: 150, total: 600 };

let count = 0;
const STORES: [string, () => FileStore][] = [
  ['a folder', () => createFolderFiles(join(root, `store${++count}`))],
  ['S3', () => createS3Files(server.config)],
];

describe.each(STORES)('files in %s', (_name, open) => {
  it('are stored, found, read, listed and deleted', async () => {
    const files = open();
    const paths = ['images/ab/a-ab1.webp', 'images/ac/a-ac2.webp', 'exports/one.zip'];
    expect(await pathsOf(files, 'images/')).toEqual([]);
    for (const path of paths) await files.put(path, Buffer.from(path));
    // Storing them again changes nothing, even concurrently.
    await Promise.all(paths.map((path) => files.put(path, Buffer.from(path))));
    for (const path of paths) {
      expect(String(await files.get(path))).toBe(path);
      expect(await files.digest(path)).toBe(sha256(Buffer.from(path)));
      const opened = await files.open(path);
      expect(opened?.bytes).toBe(path.length);
      expect(String(await bytesOf(opened!.body))).toBe(path);
    }
    expect(await pathsOf(files, 'images/')).toEqual(paths.slice(0, 2));
    expect(await pathsOf(files, 'images/ac')).toEqual(paths.slice(1, 2));
    const [listed] = await Array.fromAsync(files.list('exports/'));
    expect(listed).toMatchObject({ path: paths[2], bytes: paths[2]!.length });
    expect(Math.abs(Date.now() - listed!.storedAt.getTime())).toBeLessThan(60_000);
    for (let again = 0; again < 2; again += 1) await files.delete(paths[0]!);
    expect(await files.get(paths[0]!)).toBeNull();
    expect(await files.open(paths[0]!)).toBeNull();
    expect(await files.digest(paths[0]!)).toBeNull();
    expect(await pathsOf(files, 'images/')).toEqual(paths.slice(1, 2));
    expect(files.failures()).toBe(0);
  });
  it('are stored once if that is asked, also at the same time', async () => {
    const files = open();
    const path = 'site/owner.json';
    const bytesOfEach = ['one', 'two', 'three'].map((text) => Buffer.from(text));
    await Promise.all(bytesOfEach.map((bytes) => files.putNew(path, bytes)));
    const first = await files.get(path);
    expect(bytesOfEach).toContainEqual(first);
    await files.putNew(path, Buffer.from('four'));
    expect(await files.get(path)).toEqual(first);
    expect(await pathsOf(files, 'site/')).toEqual([path]);
    expect(files.failures()).toBe(0);
  });
  it('can be moved there from the disk', async () => {
    const files = open();
    const part = join(root, 'export.part');
    const content = Buffer.alloc(300_000, 'long');
    await writeFile(part, content);
    await files.move(part, 'exports/moved.zip');
    await expect(stat(part)).rejects.toThrow('ENOENT');
    expect((await files.get('exports/moved.zip'))!.equals(content)).toBe(true);
    expect(await bytesOf((await files.open('exports/moved.zip'))!.body)).toEqual(content);
  });
  it.each(['../secret-key', 'images/../../secret-key', 'images', 'images//x', '/etc/passwd', 'images/.x', 'a/b/c/d'])(
    'are never at %j',
    async (path) => {
      const files = open();
      const works = ['get', 'open', 'digest', 'delete'] as const;
      for (const work of works) await expect(async () => files[work](path)).rejects.toThrow('not a path');
      for (const work of ['put', 'putNew'] as const)
        await expect(async () => files[work](path, BYTES)).rejects.toThrow('not a path');
    },
  );
});

describe('the folder of files', () => {
  it('can only be opened by its owner, also if an earlier version created it', async () => {
    const folder = join(root, 'old');
    await mkdir(join(folder, 'images'), { recursive: true });
    await chmod(join(folder, 'images'), 0o755);
    await createFolderFiles(folder).put('images/ab/x.webp', BYTES);
    for (const name of ['images', 'images/ab', 'images/ab/x.webp'])
      expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
    expect(await readdir(join(folder, 'images/ab'))).toEqual(['x.webp']);
  });
  it('lists no links and nothing that is still being written', async () => {
    const folder = join(root, 'links');
    const files = createFolderFiles(folder);
    await files.put('images/ab/x.webp', BYTES);
    await symlink('/etc', join(folder, 'images/etc'));
    await symlink('/etc/passwd', join(folder, 'images/ab/passwd'));
    await writeFile(join(folder, 'images/ab/.y.webp.1'), 'half');
    expect(await pathsOf(files, 'images/')).toEqual(['images/ab/x.webp']);
  });
});

describe('a file that is written whole', () => {
  it('replaces a link instead of following it, and leaves nothing else', async () => {
    const folder = join(root, 'whole');
    await mkdir(folder);
    await writeFile(join(folder, 'other'), 'of someone else');
    for (const name of ['list', 'list.new']) await symlink(join(folder, 'other'), join(folder, name));
    await writeWhole(join(folder, 'list'), 'whole');
    expect(await readFile(join(folder, 'list'), 'utf8')).toBe('whole');
    expect((await stat(join(folder, 'list'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'other'), 'utf8')).toBe('of someone else');
    await mkdir(join(folder, 'taken'));
    await expect(writeWhole(join(folder, 'taken'), 'whole')).rejects.toThrow('EISDIR');
    expect((await readdir(folder)).toSorted()).toEqual(['list', 'list.new', 'other', 'taken']);
  });
});

describe('files that a killed process has left unfinished', () => {
  it('are deleted once they are old, and nothing else', async () => {
    const folder = join(root, 'killed');
    const files = createFolderFiles(folder);
    await files.put('images/ab/x.webp', BYTES);
    const [old, fresh, other] = ['.x.webp.77.k3j2h1', '.y.webp.78.k3j2h1', '.nfs0001'];
    for (const name of [old, fresh, other]) await writeFile(join(folder, 'images/ab', name!), 'half');
    const before = new Date(Date.now() - DAY);
    for (const name of [old!, other!, 'x.webp'])
      await utimes(join(folder, 'images/ab', name), before, new Date(before.getTime() - 1000));
    expect(await files.dropUnfinished('images/c', before)).toBe(0);
    expect(await files.dropUnfinished('images/a', before)).toBe(1);
    expect((await readdir(join(folder, 'images/ab'))).sort()).toEqual([other, fresh, 'x.webp'].sort());
  });
});

describe('S3', () => {
  const faulty = (patience = SHORT) => createS3Files({ ...server.config, endpoint: way.endpoint }, patience);
  const PATH = 'images/ab/x.webp';
  const UNAVAILABLE = { code: 'unavailable' };

  it('gets requests of the right key only, and none that makes an object public', async () => {
    const wrong = createS3Files({ ...server.config, secret: 'another one' }, SHORT);
    await expect(wrong.get(PATH)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('SignatureDoesNotMatch') },
    });
    const elsewhere = createS3Files({ ...server.config, bucket: 'missing' }, SHORT);
    // Not as if the image was missing.
    await expect(elsewhere.get(PATH)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('NoSuchBucket') },
    });
    expect((await fetch(new URL(`/${server.config.bucket}/site/${PATH}`, server.config.endpoint))).status).toBe(403);
    // It was asked once each: another attempt wouldn’t help.
    expect(wrong.failures()).toBe(1);
  });
  it('is listed page by page', async () => {
    const files = createS3Files(server.config);
    const paths = Array.from({ length: 7 }, (_, index) => `images/ab/x${index}.webp`);
    for (const path of paths) await files.put(path, BYTES);
    server.pageSize = 2;
    server.requests.length = 0;
    expect(await pathsOf(files, 'images/')).toEqual(paths);
    expect(server.requests).toHaveLength(4);
  });
  it('isn’t believed that it stored a file, but asked', async () => {
    const files = createS3Files(server.config, SHORT);
    server.hidesDigests = true;
    await files.put(PATH, BYTES);
    expect(server.requests.at(-1)).toMatch(/^GET /);
    server.loses = (bytes) => bytes.subarray(1);
    for (const hides of [true, false]) {
      server.hidesDigests = hides;
      await expect(files.put(PATH, BYTES)).rejects.toMatchObject(UNAVAILABLE);
    }
  });
  it('that knows no conditions stores a new file all the same', async () => {
    server.ignoresConditions = true;
    await createS3Files(server.config, SHORT).putNew(PATH, BYTES);
    expect(await createS3Files(server.config).get(PATH)).toEqual(BYTES);
  });
  it.each<Fault>(['stall', 'cut', 'busy', 'wrong', 'wrong upload'])(
    'may %s once, and is asked again',
    async (fault) => {
      const files = faulty();
      const once = async <T>(work: () => Promise<T>) => {
        Object.assign(way, { fault, times: 1 });
        return work().finally(() => expect(way.fault).toBeNull());
      };
      await once(() => files.put(PATH, BYTES));
      if (fault === 'wrong upload') return;
      expect(await once(() => files.get(PATH))).toEqual(BYTES);
      expect(await once(() => pathsOf(files, 'images/'))).toEqual([PATH]);
      await once(() => files.delete(PATH));
      expect(files.failures()).toBeGreaterThan(0);
    },
  );
  it.each<Fault>(['stall', 'cut', 'busy', 'wrong'])(
    'that does nothing but %s never sends a wrong file',
    async (fault) => {
      const files = faulty();
      await files.put(PATH, BYTES);
      way.fault = fault;
      await expect(files.get(PATH)).rejects.toMatchObject(UNAVAILABLE);
      const sent: Buffer[] = [];
      await expect(
        faulty()
          .open(PATH)
          .then(async (opened) => {
            for await (const chunk of opened!.body) sent.push(chunk);
          }),
      ).rejects.toMatchObject(UNAVAILABLE);
      expect(sent).toEqual([]);
    },
  );
  it('is left alone for a while after it has failed several times, and tried again', { timeout: 20_000 }, async () => {
    const files = faulty();
    await files.put(PATH, BYTES);
    way.fault = 'busy';
    for (let again = 0; again < 2; again += 1) await expect(files.get(PATH)).rejects.toMatchObject(UNAVAILABLE);
    const failures = files.failures();
    expect(failures).toBeGreaterThanOrEqual(3);
    await expect(files.get(PATH)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(files.failures()).toBe(failures);
    way.fault = null;
    await expect.poll(() => files.get(PATH).catch(() => null), { timeout: 10_000, interval: 250 }).toEqual(BYTES);
  });
  it('lets no more than a few callers wait to store a file while it stalls', async () => {
    const PATIENCE = { attempts: 1, attempt: 2500, total: 2500 };
    const files = faulty(PATIENCE);
    way.fault = 'stall';
    const waiting = Array.from({ length: 6 }, () => files.put(PATH, BYTES).catch((error) => error));
    const refused = async () => {
      const begun = performance.now();
      const error = await files.put(PATH, BYTES).catch((thrown) => thrown);
      return { error, took: performance.now() - begun };
    };
    // With several web processes, each has few connections.
    const withFew = createS3Files({ ...server.config, endpoint: way.endpoint }, PATIENCE, 3);
    waiting.push(...Array.from({ length: 2 }, () => withFew.put(PATH, BYTES).catch((error) => error)));
    const begunWithFew = performance.now();
    await expect(withFew.put(PATH, BYTES)).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - begunWithFew).toBeLessThan(100);
    // Also in the first second, while it isn’t known to stall.
    const atOnce = await refused();
    expect(atOnce.error).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(atOnce.took).toBeLessThan(100);
    await Promise.all(waiting);
    way.fault = null;
  });
  it('lets fewer wait once one has waited for a second', async () => {
    const files = faulty({ attempts: 1, attempt: 2500, total: 2500 });
    way.fault = 'stall';
    const waiting = Array.from({ length: 4 }, () => files.put(PATH, BYTES).catch((error) => error));
    const took = async () => {
      const begun = performance.now();
      await files.put(PATH, BYTES).catch(() => {});
      return performance.now() - begun;
    };
    await expect.poll(took, { timeout: 10_000, interval: 400 }).toBeLessThan(100);
    await Promise.all(waiting);
  });
});

describe('a service that is down', () => {
  it('gets one request per rest', () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    const admitted = () => [1, 2, 3].map(() => breaker.admits());
    for (let failure = 0; failure < 2; failure += 1) breaker.failed();
    expect(admitted()).toEqual([true, true, true]);
    breaker.failed();
    expect(admitted()).toEqual([false, false, false]);
    now = 5001;
    expect(admitted()).toEqual([true, false, false]);
    now = 11_000;
    expect(admitted()).toEqual([true, false, false]);
    breaker.succeeded();
    expect(admitted()).toEqual([true, true, true]);
  });
});

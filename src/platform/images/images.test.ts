import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { createFolderFiles } from '../files/folder-files.ts';
import { imageRoute } from '../http/images.ts';
import { registerRawRoutes } from '../http/raw-routes.ts';
import { createHttpServer } from '../http/server.ts';
import { createLog } from '../log/log.ts';
import { createImageStore, type ImageStore, isImageKey } from './image-store.ts';
import { imageUrl } from './images.repo.ts';
import { imageKey } from './reencode.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skein-images-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const storeIn = (folder: string) => createImageStore(createFolderFiles(join(root, folder)));
const keysOf = async (store: ImageStore) => (await Array.fromAsync(store.list())).map(({ key }) => key).sort();
const BYTES = Buffer.from('not really a picture');
const KEY = imageKey('a', BYTES, 'webp');
const ESCAPES = [
  '../secret-key',
  '..%2fsecret-key',
  '....//secret-key',
  '/etc/passwd',
  'a/../../secret-key',
  `${KEY}/../../secret-key`,
  `../${KEY}`,
  `${KEY}\u0000.png`,
  `${KEY}.`,
  KEY.replace('webp', 'html'),
  KEY.replace('webp', 'WEBP'),
  `A${KEY.slice(1)}`,
  'a-short.webp',
  `a-${'x'.repeat(65)}.webp`,
  '.',
  '..',
  '',
  `.${KEY}`,
  `${KEY}\n`,
];

describe('the key of an image', () => {
  it('is derived from the content', () => {
    expect(KEY).toMatch(/^a-[\w-]{32}\.webp$/);
    expect(imageKey('a', BYTES, 'webp')).toBe(KEY);
    expect(imageKey('a', Buffer.from('other'), 'webp')).not.toBe(KEY);
    expect(isImageKey(KEY)).toBe(true);
    expect(imageUrl(KEY)).toBe(`/images/${KEY}`);
    expect(imageUrl(null)).toBeNull();
  });
  it.each(ESCAPES)('cannot be %j', (key) => expect(isImageKey(key)).toBe(false));
});

describe('the folder of images', () => {
  it('stores, finds, lists and deletes images', async () => {
    const store = storeIn('store');
    const keys = ['a', 'b', 'c'].map((text) => imageKey('c', text, 'webp'));
    for (const key of keys) await store.put(key, Buffer.from(key));
    // Storing them again changes nothing, even concurrently.
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    for (const key of keys) expect(String(await store.get(key))).toBe(key);
    expect(await keysOf(store)).toEqual(keys.toSorted());
    const names = await readdir(join(root, 'store'), { recursive: true });
    expect(names.filter((name) => name.includes('/.'))).toEqual([]);
    await store.delete(keys[0]!);
    await store.delete(keys[0]!);
    expect(await store.get(keys[0]!)).toBeNull();
    expect(await Array.fromAsync(store.list())).toHaveLength(2);
  });
  it('is empty before the first image', async () => {
    const store = storeIn('none');
    expect(await Array.fromAsync(store.list())).toEqual([]);
    expect(await store.get(KEY)).toBeNull();
  });
  it('is never left by a path', async () => {
    await writeFile(join(root, 'secret-key'), 'secret');
    const store = storeIn('images');
    for (const key of ESCAPES) {
      expect(await store.get(key)).toBeNull();
      await store.delete(key);
      await expect(store.put(key, BYTES)).rejects.toThrow('not an image key');
    }
    expect(await readFile(join(root, 'secret-key'), 'utf8')).toBe('secret');
  });
});

describe('a served image', () => {
  const store = () => storeIn('served');
  const serve = async (path: string, headers = {}) => {
    const app = await createHttpServer(readConfig({}, '/'), createLog('silent'), errorStatuses);
    registerRawRoutes(app, [imageRoute], { deps: { images: store() } } as never);
    const response = await app.inject({ url: `/images/${path}`, headers });
    await app.close();
    return response;
  };
  it.each([
    ['webp', 'image/webp'],
    ['png', 'image/png'],
    ['svg', 'image/svg+xml'],
  ])('of type %s has a fixed content type and lets nothing in it run', async (extension, type) => {
    const key = imageKey('d', `<svg onload="x">${extension}`, extension);
    await store().put(key, Buffer.from(extension));
    const response = await serve(key, { accept: 'text/html' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(extension);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
  it('that does not exist is not found and not cached', async () => {
    for (const path of [KEY, ...ESCAPES.map(encodeURIComponent)]) {
      const response = await serve(path);
      expect(response.statusCode, path).toBe(404);
      expect(response.body, path).not.toContain('secret');
      expect(response.headers['x-content-type-options'], path).toBe('nosniff');
    }
    expect((await serve(KEY)).headers['cache-control']).toBe('no-store');
  });
});

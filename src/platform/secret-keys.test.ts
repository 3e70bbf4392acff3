import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecretKey, readSecretKeys, writeKey } from './secret-keys.ts';

describe('the secret of a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skein-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is created at the first start, is long, readable only by its owner, and stays', async () => {
    const dataDir = join(folder, 'new', 'data');
    const key = await loadSecretKey(dataDir);
    expect(key).toMatch(/^[\w-]{64}$/);
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await loadSecretKey(dataDir)).toBe(key);
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });
  it('differs between folders', async () => {
    expect(await loadSecretKey(join(folder, 'a'))).not.toBe(await loadSecretKey(join(folder, 'b')));
  });
  it('is read from an existing file', async () => {
    await writeFile(join(folder, 'secret-key'), 'given-by-the-owner-of-this-machine-00\n');
    expect(await loadSecretKey(folder)).toBe('given-by-the-owner-of-this-machine-00');
    expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe('given-by-the-owner-of-this-machine-00\n');
  });
  it('is not replaced if it is empty or too short', async () => {
    for (const text of ['', '\n', 'short']) {
      await writeFile(join(folder, 'secret-key'), text);
      await expect(loadSecretKey(folder)).rejects.toThrow(/secret-key/);
    }
  });
  it('is not replaced if it cannot be read', async () => {
    await expect(loadSecretKey(join(folder, 'secret-key', '\0'))).rejects.toThrow();
    await writeFile(join(folder, 'file'), '');
    await expect(loadSecretKey(join(folder, 'file'))).rejects.toThrow();
  });
  it('is written through no link', async () => {
    const other = join(folder, 'other');
    const file = join(folder, 'secret-key');
    await writeFile(other, 'of someone else');
    for (const link of [`${file}.${process.pid}`, file]) await symlink(other, link);
    await writeKey(file, 'given-by-the-owner-of-this-machine-00\n');
    expect(await loadSecretKey(folder)).toBe('given-by-the-owner-of-this-machine-00');
    await rm(file);
    expect(await loadSecretKey(folder)).toMatch(/^[\w-]{64}$/);
    expect(await readFile(other, 'utf8')).toBe('of someone else');
  });
  it.runIf(process.getuid?.() === 0)('is read through no link as root', async () => {
    await writeFile(join(folder, 'other'), 'a-line-that-only-root-can-read-0123456789');
    await symlink(join(folder, 'other'), join(folder, 'secret-key'));
    await expect(loadSecretKey(folder)).rejects.toThrow(/is a link/);
  });
  it('can be changed by renaming its file, which stays valid as the previous one', async () => {
    const config = { dataDir: folder, secretKey: null, previousSecretKey: null };
    const { secretKey: first } = await readSecretKeys(config);
    expect(await readSecretKeys(config)).toEqual({ secretKey: first, previousSecretKey: null });
    await rename(join(folder, 'secret-key'), join(folder, 'secret-key-previous'));
    const changed = await readSecretKeys(config);
    expect(changed.secretKey).not.toBe(first);
    expect(changed.previousSecretKey).toBe(first);
    expect(await readSecretKeys(config)).toEqual(changed);
    await writeFile(join(folder, 'secret-key-previous'), 'short');
    await expect(readSecretKeys(config)).rejects.toThrow(/secret-key-previous/);
  });
  it('is not used if the settings have one', async () => {
    const config = { dataDir: folder, secretKey: 'of the settings', previousSecretKey: 'the one before' };
    await writeFile(join(folder, 'secret-key-previous'), 'given-by-the-owner-of-this-machine-00\n');
    expect(await readSecretKeys(config)).toEqual({
      secretKey: 'of the settings',
      previousSecretKey: 'the one before',
    });
    expect(await readdir(folder)).toEqual(['secret-key-previous']);
  });
});

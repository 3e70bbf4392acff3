import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets, loadSecretKey } from './secrets.ts';

describe('keys', () => {
  const secrets = createSecrets('the secret of the site, long enough');
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  it('are 256 bits, one per purpose, and the same after a restart', () => {
    const purposes = ['access-token', 'refresh-token', 'mail-verify', 'mail-reset', 'human-check', ''];
    const keys = purposes.map((purpose) => hex(secrets.key(purpose)));
    expect(new Set(keys).size).toBe(purposes.length);
    for (const key of keys) expect(key).toHaveLength(64);
    const again = createSecrets('the secret of the site, long enough');
    expect(purposes.map((purpose) => hex(again.key(purpose)))).toEqual(keys);
  });
  it('differ between sites', () =>
    expect(hex(createSecrets('another secret of another site!').key('x'))).not.toBe(hex(secrets.key('x'))));
  it('sign parts that cannot run into each other', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', 'é', '0') }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const equal = JSON.stringify(one) === JSON.stringify(other);
        expect(secrets.sign('x', ...one).equals(secrets.sign('x', ...other))).toBe(equal);
      }),
      { numRuns: 2000 },
    );
    expect(secrets.sign('x', 'é')).toEqual(secrets.sign('x', Buffer.from('é')));
    expect(secrets.sign('x', 'a')).not.toEqual(secrets.sign('y', 'a'));
  });
});

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
});

import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealPlainWords } from './device-cipher.ts';
import { forgetDeviceKeys, hasPlainWords, isReadableByOthers, keepDeviceKeys } from './device-keys.ts';
import { deviceShelf } from './device-shelf.ts';
import { keepWords, pageOfWords, readWords } from './device-words.ts';

const KEY = Buffer.alloc(32, 1).toString('base64url');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64url');
const NAME = 'draft:7:12:page';
const WORDS = 'Die Fähre legte ab. 渡船离岸了。';
const textOf = (memberId: string, name: string) => JSON.parse(readWords(memberId, name) ?? '{}').text;

let stored: Record<string, string>;
let isFull: boolean;
const methods = {
  getItem: (key: string) => stored[key] ?? null,
  setItem(key: string, value: string) {
    if (isFull) throw new DOMException('Full', 'QuotaExceededError');
    stored[key] = value;
  },
  removeItem: (key: string) => void delete stored[key],
};

beforeEach(() => {
  stored = {};
  isFull = false;
  // Like storage, its own keys are those that are stored.
  const storage = new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { pathname: '/edit_chapter', search: '?storyId=3' });
  vi.stubGlobal('isSecureContext', true);
  keepDeviceKeys('7', [KEY]);
});
afterEach(() => {
  forgetDeviceKeys();
  vi.unstubAllGlobals();
});

describe('a text on this device', () => {
  it('is encrypted with AES-GCM by the key of its member, and bound to its name', async () => {
    expect(keepWords('7', NAME, { text: WORDS })).toBe(true);
    expect(textOf('7', NAME)).toBe(WORDS);
    const value = stored[NAME]!;
    expect(value).not.toContain('legte');
    const bytes = Buffer.from(value.slice('sealed:'.length + 16), 'base64');
    const iv = Buffer.from(value.slice('sealed:'.length, 'sealed:'.length + 16), 'base64');
    const key = await webcrypto.subtle.importKey('raw', Buffer.from(KEY, 'base64url'), 'AES-GCM', false, ['decrypt']);
    const decrypted = await webcrypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: Buffer.from(NAME) },
      key,
      bytes,
    );
    expect(JSON.parse(Buffer.from(decrypted).toString())).toEqual({ text: WORDS, where: '/edit_chapter?storyId=3' });
    stored['draft:7:13:page'] = value;
    expect(readWords('7', 'draft:7:13:page')).toBeNull();
  });

  it('never has the same bytes twice', () => {
    keepWords('7', NAME, { text: WORDS });
    const before = stored[NAME];
    keepWords('7', NAME, { text: WORDS });
    expect(stored[NAME]).not.toBe(before);
  });

  it('can’t be read after Exit, and is back when its member logs in again', () => {
    keepWords('7', NAME, { text: WORDS });
    forgetDeviceKeys();
    expect(readWords('7', NAME)).toBeNull();
    keepDeviceKeys('8', [OTHER_KEY]);
    expect([readWords('8', NAME), readWords('7', NAME)]).toEqual([null, null]);
    keepDeviceKeys('7', [KEY]);
    expect(textOf('7', NAME)).toBe(WORDS);
  });

  it('survives a change of the site’s secret', () => {
    keepWords('7', NAME, { text: WORDS });
    keepDeviceKeys('7', [OTHER_KEY, KEY]);
    expect(textOf('7', NAME)).toBe(WORDS);
    keepWords('7', NAME, { text: WORDS });
    keepDeviceKeys('7', [OTHER_KEY]);
    expect(textOf('7', NAME)).toBe(WORDS);
  });

  it('is lost neither without a key nor when storage is full', () => {
    forgetDeviceKeys();
    keepWords('7', NAME, { text: WORDS });
    expect(textOf('7', NAME)).toBe(WORDS);
    keepDeviceKeys('7', [KEY]);
    isFull = true;
    expect(keepWords('7', NAME, { text: 'More.' })).toBe(false);
    sealPlainWords('7');
    expect(textOf('7', NAME)).toBe(WORDS);
  });

  it('stays readable if it is long', () => {
    const long = WORDS.repeat(5000);
    keepWords('7', NAME, { text: long });
    expect(textOf('7', NAME)).toBe(long);
  });
});

describe('what an earlier version stored in plain text', () => {
  it('is encrypted, for its own member only, and can still be read', () => {
    stored = {
      [NAME]: JSON.stringify({ text: WORDS }),
      'reviewReason:7:4': 'Too short.',
      'story:8:new': '{"text":"Theirs"}',
      begunWords: '{"text":"A visitor’s"}',
    };
    const before = { ...stored };
    expect(hasPlainWords('7')).toBe(true);
    sealPlainWords('7');
    expect(hasPlainWords('7')).toBe(false);
    expect(Object.values(stored).join()).not.toMatch(/legte|Too short/);
    expect(textOf('7', NAME)).toBe(WORDS);
    expect(readWords('7', 'reviewReason:7:4')).toBe('Too short.');
    expect([stored['story:8:new'], stored.begunWords]).toEqual([before['story:8:new'], before.begunWords]);
  });
});

describe('Exit asks', () => {
  it('if a text is in plain text', () => {
    keepWords('7', NAME, { text: WORDS });
    expect(isReadableByOthers('7')).toBe(false);
    stored['story:7:new'] = '{}';
    expect(isReadableByOthers('7')).toBe(true);
    expect(isReadableByOthers('8')).toBe(false);
  });
  it('without HTTPS, if there is any text, and knows the page where it was written', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(isReadableByOthers('7')).toBe(false);
    keepWords('7', NAME, { text: WORDS });
    expect(isReadableByOthers('7')).toBe(true);
    expect(pageOfWords('7')).toBe('/edit_chapter?storyId=3');
    keepWords('7', NAME, null);
    expect([isReadableByOthers('7'), pageOfWords('7')]).toEqual([false, null]);
  });
});

describe('the shelf', () => {
  const shelf = deviceShelf('draft', (given) => given as { page: string; at: string; text: string });
  it('finds the texts of a name, the newest first, and none that it can’t read', () => {
    for (const [page, at] of [
      ['a', '2026-01-01'],
      ['b', '2026-01-02'],
    ] as const)
      shelf.keep('7', '12', { page, at, text: WORDS });
    shelf.keep('7', '13', { page: 'c', at: '2026-01-03', text: WORDS });
    stored['draft:7:12:broken'] = 'sealed:x';
    stored['draft:7:12:older'] = JSON.stringify({ page: 'older', at: '2025-01-01', text: WORDS });
    expect(shelf.kept('7', '12').map(({ page }) => page)).toEqual(['b', 'a', 'older']);
    shelf.forget('7', '12', 'b');
    expect(shelf.kept('7', '12').map(({ page }) => page)).toEqual(['a', 'older']);
    forgetDeviceKeys();
    expect(shelf.kept('7', '12').map(({ page }) => page)).toEqual(['older']);
  });
});

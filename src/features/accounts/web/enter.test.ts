import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '#core/languages.ts';
import { dropTokens } from '#web/api/session.ts';
import { enter } from './enter.ts';
import { restrictionNote } from './restriction.ts';

let cookie: string;
const stored = new Map<string, string>();
beforeEach(() => {
  cookie = '';
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('document', {
    documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } },
    get cookie() {
      return cookie;
    },
    set cookie(given: string) {
      const [pair = ''] = given.split(';');
      cookie = given.includes('max-age=0') ? '' : pair;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('deletes the restriction of one account, with its token, when another member logs in', () => {
  restrictionNote.keep({ rule: 'spam', reason: 'Links', until: null, appealToken: 'secret' } as never);
  expect(restrictionNote.isKept()).toBe(true);
  enter({ accessToken: 'a.b.c', refreshToken: 'r', language: 'en' });
  expect(restrictionNote.isKept()).toBe(false);
});

const tokens = (language: Language) => ({ accessToken: 'a.b.c', refreshToken: `r-${language}`, language });

it('shows pages in the language of the member until they log out, in a browser without a choice', () => {
  expect(enter(tokens('de'))).toBe(true);
  expect(cookie).toBe('skein_language=de');
  dropTokens();
  expect(cookie).toBe('');
  expect(enter(tokens('en'))).toBe(false);
});

it('keeps the language that was chosen in this browser, and the one that the URL names', () => {
  vi.stubGlobal('location', { search: '?t=fr' });
  expect(enter(tokens('de'))).toBe(false);
  expect(cookie).toBe('skein_language=de');
  dropTokens();
  stored.set('language', 'ja');
  cookie = 'skein_language=ja';
  expect(enter(tokens('de'))).toBe(false);
  dropTokens();
  expect(cookie).toBe('skein_language=ja');
});

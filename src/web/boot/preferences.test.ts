import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const href = 'https://skein.test/story/1?from=3&t=en';
let cookie: string;
let refusesCookies: boolean;
let location: { href: string; reload: () => void };

beforeEach(() => {
  cookie = '';
  refusesCookies = false;
  location = { href, reload: vi.fn() };
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    get cookie() {
      return cookie;
    },
    set cookie(given: string) {
      if (!refusesCookies) cookie = given.split(';')[0]!;
    },
  });
  vi.stubGlobal('location', location);
  vi.stubGlobal('localStorage', { setItem: vi.fn() });
});
afterEach(() => void vi.unstubAllGlobals());

it('stores a chosen language in a cookie, and removes it from the URL', async () => {
  const { keepLanguage } = await import('./preferences.ts');
  keepLanguage('de');
  expect(cookie).toBe('skein_language=de');
  expect(location.href).toBe('https://skein.test/story/1?from=3');
  keepLanguage('fr');
  expect(location.reload).toHaveBeenCalledOnce();
});

it('keeps that the notice for phones was dismissed, and shows it until then', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.resetModules();
  const { applyPreferences, dismiss } = await import('./preferences.ts');
  const { dataset } = document.documentElement;
  applyPreferences();
  expect(dataset.noNotice).toBeUndefined();
  dismiss('notice');
  expect([dataset.noNotice, stored.get('mobileNoticeDismissed')]).toEqual(['', 'true']);
  // The next page.
  delete dataset.noNotice;
  applyPreferences();
  expect(dataset.noNotice).toBe('');
});

it('puts the language into the URL if cookies are refused', async () => {
  refusesCookies = true;
  const { keepLanguage } = await import('./preferences.ts');
  keepLanguage('de');
  expect(location.href).toBe('https://skein.test/story/1?from=3&t=de');
});

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SECOND } from '#core/time.ts';
import { forgetPages } from '#web/offline/stores.ts';

/** The caches of a browser, as far as the worker uses them. */
const stores = new Map<string, Map<string, Response>>();
const pathOf = (key: string | URL | Request) => {
  const { pathname, search } = new URL(key instanceof Request ? key.url : key, 'https://skein.test');
  return pathname + search;
};
const cacheOf = (name: string) => {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    match: async (key: string) => store.get(pathOf(key))?.clone(),
    put: async (key: string, response: Response) => void store.set(pathOf(key), response),
    delete: async (key: string, { ignoreSearch = false } = {}) =>
      [...store.keys()]
        .filter((known) => (ignoreSearch ? known.split('?')[0] === pathOf(key).split('?')[0] : known === pathOf(key)))
        .map((known) => store.delete(known)).length > 0,
    keys: async () => [...store.keys()].map((key) => new Request(`https://skein.test${key}`)),
  };
};
const caches = {
  open: async (name: string) => cacheOf(name),
  has: async (name: string) => stores.has(name),
  delete: async (name: string) => stores.delete(name),
};
const kept = () => [...(stores.get('skein-pages-1')?.keys() ?? [])];

/** The path of every request of the worker. */
let asked: string[] = [];
let cacheControl = 'private, no-cache';
let status = 200;
const PLAIN = '<html lang="en"><p>text</p>';
let html = PLAIN;
const site = async (input: URL | Request | string) => {
  asked.push(pathOf(input));
  const headers = { 'cache-control': cacheControl };
  if (status !== 200) return new Response('gone', { status, headers });
  return new Response(html, { headers });
};

const listeners = new Map<string, (event: object) => void>();
const browser = { connection: { saveData: false } };
const windows: { url: string }[] = [];

/** Opens a page, and then runs the worker’s delayed work. */
async function open(path: string, leave?: () => void): Promise<void> {
  const work: Promise<unknown>[] = [];
  const request = Object.defineProperty(new Request(`https://skein.test${path}`), 'mode', { value: 'navigate' });
  listeners.get('fetch')!({
    request,
    preloadResponse: new Promise((resolve) => setTimeout(() => resolve(site(request)), 50)),
    respondWith: (answer: Promise<Response>) => work.push(answer),
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
  });
  leave?.();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  await Promise.all(work);
}

beforeAll(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12) });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
  vi.stubGlobal('location', new URL('https://skein.test/sw.js'));
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('caches', { ...caches, keys: async () => [...stores.keys()] });
  vi.stubGlobal('registration', {});
  vi.stubGlobal('clients', { claim: async () => {}, matchAll: async () => windows });
  vi.stubGlobal('fetch', site);
  await import('./service-worker.ts');
});
beforeEach(() => {
  stores.clear();
  asked = [];
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('keeps a page that is read, and the offline page in its language', async () => {
  await open('/story/18');
  expect(asked).toEqual(['/story/18', '/offline?t=en']);
  expect(kept()).toEqual(['/story/18']);
});

it('fetches the files that a page itself refers to, and none from its text or its data', async () => {
  const data = JSON.stringify({ scripts: ['/assets/b.js'], data: { text: '/assets/no1.js' } });
  html = `<html lang="en"><link rel="stylesheet" href="/assets/a.css"><style>@font-face{src:url(/assets/c.woff2)}</style>
    <p>/assets/no2.js href=&quot;/assets/no3.js&quot; <a href="https://skein.test/assets/no4.js">there</a></p>
    <template data-script="/assets/d.js /assets/e.js" data-ahead="/assets/no5.js"></template>
    <script type="application/json" id="page-data">${data}</script>`;
  await open('/story/1/chapter/2');
  html = PLAIN;
  expect([...new Set(asked.filter((path) => path.startsWith('/assets/')))].sort()).toEqual(
    ['a.css', 'b.js', 'c.woff2', 'd.js', 'e.js'].map((file) => `/assets/${file}`),
  );
});

it('fetches a page that was loaded before the worker, once the network is quiet', async () => {
  const opening = open('/story/3');
  windows.push({ url: 'https://skein.test/story/3' }, { url: 'https://skein.test/story/4' });
  const work: Promise<unknown>[] = [];
  listeners.get('activate')!({ waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked).not.toContain('/story/4');
  await Promise.all([opening, ...work]);
  windows.length = 0;
  expect(asked.filter((path) => path.startsWith('/story/'))).toEqual(['/story/3', '/story/4']);
  expect(kept()).toEqual(['/story/3', '/story/4']);
});

/** Opens a page while the network is down. `preload` is the result of the browser’s navigation preload. */
async function openOffline(path: string, preload: Promise<Response>): Promise<Response> {
  const answers: Promise<Response>[] = [];
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  try {
    listeners.get('fetch')!({
      request: Object.defineProperty(new Request(`https://skein.test${path}`), 'mode', { value: 'navigate' }),
      preloadResponse: preload,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
      waitUntil: () => {},
    });
    return await answers[0]!;
  } finally {
    vi.stubGlobal('fetch', site);
  }
}

it('keeps a prefetched page only once it is shown', async () => {
  const passed = new Request('https://skein.test/story/9', { headers: { 'sec-purpose': 'prefetch' } });
  listeners.get('fetch')!({
    request: passed,
    respondWith: () => {
      throw new Error('The worker handled the request');
    },
  });
  expect(kept()).toEqual([]);
  const work: Promise<unknown>[] = [];
  for (const data of ['https://skein.test/story/9', 'https://skein.test/profile', 'https://elsewhere.test/story/9'])
    listeners.get('message')!({ data, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  await Promise.all(work);
  expect(kept()).toEqual(['/story/9']);
});

it('replaces a kept page when a prefetched one is shown, whose chapter may be hidden by now', async () => {
  html = '<html lang="en"><main data-place="{}"><p>text</p>';
  await open('/story/9/chapter/71');
  html = '<html lang="en"><main><p>Taken down by its author</p>';
  const work: Promise<unknown>[] = [];
  const data = 'https://skein.test/story/9/chapter/71';
  listeners.get('message')!({ data, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  await Promise.all(work);
  const shown = await openOffline('/story/9/chapter/71', Promise.reject(new TypeError('no network')));
  expect(await shown.text()).toContain('Taken down');
  html = PLAIN;
});

it.each([
  ['rejects', () => Promise.reject(new TypeError('no network'))],
  ['resolves with an error response, as in Firefox', async () => Response.error()],
])('opens a kept page when the network is down and the preload %s', async (_, preload) => {
  await open('/story/18');
  const response = await openOffline('/story/18', preload());
  expect(response.type).not.toBe('error');
  expect(await response.text()).toContain('text');
});

it('fetches nothing extra for users who save data', async () => {
  browser.connection.saveData = true;
  await open('/story/18');
  browser.connection.saveData = false;
  expect(asked).toEqual(['/story/18']);
});

it('deletes a page that was taken down, in all languages', async () => {
  await open('/story/5?lang=de');
  await open('/story/5');
  await open('/story/6');
  expect(kept()).toEqual(['/story/5?lang=de', '/story/5', '/story/6']);
  status = 404;
  await open('/story/5');
  status = 200;
  expect(kept()).toEqual(['/story/6']);
});

it('deletes all pages with the text of a chapter once its page no longer has it', async () => {
  html = '<html lang="en"><main data-place="{}"><p>text</p>';
  const others = ['/story/5/chapter/72', '/story/50/path/71', '/story/5'];
  for (const path of ['/story/5/chapter/71', '/story/5/chapter/71?lang=de', '/story/5/path/73', ...others])
    await open(path);
  html = '<html lang="en"><main><p>Taken down by its author</p>';
  await open('/story/5/chapter/71?t=fr');
  expect(kept()).toEqual([...others, '/story/5/chapter/71?t=fr']);
  html = PLAIN;
});

it('keeps only pages of stories, and none with Cache-Control no-store', async () => {
  for (const path of ['/profile', '/messages', '/story/18/statistics', '/moderation']) await open(path);
  cacheControl = 'no-store';
  await open('/story/18');
  cacheControl = 'private, no-cache';
  expect(kept()).toEqual([]);
});

it('deletes all pages on logout, including those that are about to be kept', async () => {
  await open('/story/1');
  expect(kept()).toEqual(['/story/1']);
  await open('/story/2', forgetPages);
  expect(kept()).toEqual([]);
});

import { PAGES } from '#web/offline/stores.ts';
import { fillOfflinePage, type KeptPage, listStories } from './offline-pages.ts';

// Keeps the pages of stories and chapters that were read, so that they can be read again offline. These pages contain
// nothing about the reader. API responses are never kept. The only state is in caches, whose names contain the version
// of their format, so a new worker can take over right away without breaking open pages.

interface Waits {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetched extends Event, Waits {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
/** The global scope of a service worker. TypeScript’s libraries for pages and for workers can’t be used together. */
interface Worker {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Event & Waits) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent & Waits) => void) => void) &
    ((type: 'fetch', listener: (event: Fetched) => void) => void);
  skipWaiting: () => Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<{ url: string }[]>;
  };
}
const worker = globalThis as unknown as Worker;

const ASSETS = 'skein-assets-1';
const IMAGES = 'skein-images-1';
const OFFLINE = 'skein-offline-1';
const STORES: Record<string, number> = { [PAGES]: 60, [ASSETS]: 400, [IMAGES]: 60, [OFFLINE]: 1 };

const OFFLINE_PAGE = '/offline';
/** Extra requests wait until the pages have requested nothing for this long. */
const QUIET_MS = 1500;
/** If the network takes longer than this, a kept page is shown, if there is one. */
const PATIENCE_MS = 4000;

/** Vary describes what the server looks at. A kept page is what this reader was shown. */
const HERE: CacheQueryOptions = { ignoreVary: true };

const isReading = (path: string) => /^\/story\/\d+(\/(chapter|path)\/\d+)?$/.test(path);
/** Users who save data keep the pages that they open, but nothing else is fetched. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
const addressOf = ({ pathname, search }: URL) => pathname + search;

/** Appends a response to a cache, and deletes the oldest ones above its limit. */
async function store(name: string, key: string, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(key, HERE);
  await cache.put(key, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - STORES[name]!))) await cache.delete(old, HERE);
}

/** Returns a file that never changes at its URL, from the cache or from the site. */
async function fromStore(name: string, request: Request | string): Promise<Response> {
  const found = await (await caches.open(name)).match(request, HERE);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await store(name, typeof request === 'string' ? request : request.url, response.clone());
  return response;
}

/** Keeps the offline page, in the language of the pages that are read. */
async function keepOfflinePage(language?: string): Promise<void> {
  const before = await (await caches.open(OFFLINE)).match(OFFLINE_PAGE, HERE);
  if (before && (language === undefined || languageOf(await before.text()) === language)) return;
  const response = await fetch(language ? `${OFFLINE_PAGE}?t=${language.slice(0, 2)}` : OFFLINE_PAGE);
  if (!response.ok) return;
  await keepAssets(await response.clone().text());
  await store(OFFLINE, OFFLINE_PAGE, response);
}

const languageOf = (html: string) => /<html lang="([\w-]+)"/.exec(html)?.[1];

/**
 * Where a page refers to its files: attributes that start with one, its data, and its inline styles. Its text is left
 * out, because authors can write file names there. So are the files for signing up, which needs a connection anyway.
 */
const NAMES =
  /(?:href|src|data-script|data-head-script|data-part-script|data-aids)="\/assets\/[^"]*"|id="page-data">[^<]*|<style>[^<]*/g;
const FILES_MAX = 120;

const namesIn = (html: string) => (html.match(NAMES) ?? []).map(withoutData).join(' ');

/** Removes the texts of a hydrated page from its data. */
function withoutData(part: string): string {
  if (!part.startsWith('id="page-data">')) return part;
  const page = JSON.parse(part.slice('id="page-data">'.length));
  return JSON.stringify({ ...page, data: null });
}

async function keepAssets(html: string): Promise<void> {
  const files = new Set(namesIn(html).match(/\/assets\/[\w.-]+\.(?:css|js|woff2)/g));
  await Promise.all([...files].slice(0, FILES_MAX).map((file) => fromStore(ASSETS, file)));
}

/** Whether the server allows caching this page. */
const mayBeKept = ({ status, redirected, headers }: Response) =>
  status === 200 && !redirected && !headers.get('cache-control')?.includes('no-store');

const isGone = ({ status }: Response) => status === 404 || status === 410;

/** Deletes a page that was taken down, in all languages, with the whole paths of its story, which may contain it. */
async function forget({ pathname }: URL): Promise<void> {
  const cache = await caches.open(PAGES);
  await cache.delete(pathname, { ...HERE, ignoreSearch: true });
  const chapter = pathname.indexOf('/chapter/');
  if (chapter < 0) return;
  const paths = `${pathname.slice(0, chapter)}/path/`;
  for (const page of await cache.keys())
    if (new URL(page.url).pathname.startsWith(paths)) await cache.delete(page, HERE);
}

/** Whether a page is of a chapter that is hidden: it has no text to read on in. */
const isHidden = ({ pathname }: URL, html: string) => pathname.includes('/chapter/') && !html.includes(' data-place="');

/** Keeps a page that was read, or deletes it if it no longer exists. */
async function remember(url: URL, response: Response): Promise<void> {
  const key = addressOf(url);
  if (isGone(response)) await forget(url);
  if (!mayBeKept(response)) return;
  const html = await response.clone().text();
  if (!(await caches.has(PAGES))) return;
  if (isHidden(url, html)) await forget(url);
  await store(PAGES, key, response);
  if (savesData()) return;
  await keepAssets(html);
  await keepOfflinePage(languageOf(html));
}

let lastAsked = 0;
async function quiet(): Promise<void> {
  while (Date.now() - lastAsked < QUIET_MS) await new Promise((done) => setTimeout(done, QUIET_MS));
}

const isKept = async (page: URL) => (await (await caches.open(PAGES)).match(addressOf(page), HERE)) !== undefined;

/** What to do about a page that is kept already. */
type IfKept = 'replace' | 'skip';

/** Keeps a page that was loaded before this worker ran, or that was prefetched. */
async function keep(page: URL, ifKept: IfKept): Promise<void> {
  if (savesData()) return;
  await quiet();
  if (!(await caches.has(PAGES)) || (ifKept === 'skip' && (await isKept(page)))) return;
  await remember(page, await fetch(page));
}

let keeping = Promise.resolve();
/** Keeps pages one by one. Creates the cache first: if it is gone by the time of storing, the user has logged out. */
function keepInTurn(page: URL, ifKept: IfKept): Promise<void> {
  const opened = caches.open(PAGES);
  keeping = Promise.all([opened, keeping])
    .then(() => keep(page, ifKept))
    .catch(() => {});
  return keeping;
}

async function findPage(url: URL): Promise<Response | undefined> {
  const cache = await caches.open(PAGES);
  return (
    (await cache.match(addressOf(url), HERE)) ?? (await cache.match(url.pathname, { ...HERE, ignoreSearch: true }))
  );
}

async function offlinePage(): Promise<Response> {
  const pattern = await (await caches.open(OFFLINE)).match(OFFLINE_PAGE, HERE);
  if (!pattern) return Response.error();
  const cache = await caches.open(PAGES);
  const pages: KeptPage[] = [];
  for (const request of await cache.keys()) {
    const page = await cache.match(request, HERE);
    if (page) pages.push({ address: addressOf(new URL(request.url)), html: await page.text() });
  }
  const { headers } = pattern;
  return new Response(fillOfflinePage(await pattern.text(), listStories(pages)), { headers });
}

/** Loads a page from the site. Falls back to the kept one if that fails or takes too long. */
async function openPage(event: Fetched, url: URL): Promise<Response> {
  // When the network is down, Firefox does not reject the preload but resolves it with an error response.
  const network = event.preloadResponse.then((early) =>
    early && early.type !== 'error' ? early : fetch(event.request),
  );
  if (isReading(url.pathname)) {
    // Open the cache before the response arrives. If it is gone by then, the user has logged out.
    const opened = caches.open(PAGES);
    const kept = Promise.all([network, opened]).then(([response]) => remember(url, response.clone()));
    event.waitUntil(kept.catch(() => {}));
  }
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => void findPage(url).then((found) => found && resolve(found)), PATIENCE_MS);
  });
  try {
    const response = await Promise.race([network, late]);
    return response.status >= 500 ? ((await findPage(url)) ?? response) : response;
  } catch {
    return (await findPage(url)) ?? offlinePage();
  }
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) if (!(name in STORES)) await caches.delete(name);
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
    // The open pages were loaded before this worker could keep them.
    for (const { url } of await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      const page = new URL(url);
      if (isReading(page.pathname)) await keepInTurn(page, 'skip');
    }
  };
  event.waitUntil(takeOver().catch(() => {}));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  lastAsked = Date.now();
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  // A prefetched page may never be shown. If it is, it sends a message.
  if (request.headers.has('sec-purpose')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromStore(ASSETS, request));
  else if (url.pathname.startsWith('/images/')) event.respondWith(fromStore(IMAGES, request));
});

worker.addEventListener('message', (event) => {
  const page = new URL(String(event.data), location.origin);
  if (page.origin === location.origin && isReading(page.pathname)) event.waitUntil(keepInTurn(page, 'replace'));
});

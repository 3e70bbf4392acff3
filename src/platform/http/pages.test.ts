import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { cacheTag, TagCache } from '../cache/tag-cache.ts';
import { createLog } from '../log/log.ts';
import type { Limits } from './limits.ts';
import { ownChanges } from './own-changes.test-kit.ts';
import { type PageRequest, type RenderedPage, servePageRoutes } from './pages.ts';
import { createHttpServer } from './server.ts';

// Serves pages defined here: no React, no database.
let app: FastifyInstance;
let cache: TagCache;
let rendered: PageRequest[];
let limited: string[];
let render: (page: PageRequest) => Promise<RenderedPage>;
const renderFailure = vi.fn();
const html = (body: string, { status = 200, location = null }: Partial<RenderedPage> = {}): RenderedPage => ({
  status,
  location,
  html: body,
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

const isFailurePage = (answer: Awaited<ReturnType<typeof get>>, status: number, body: string, retryAfter: string) => {
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status, body });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': retryAfter });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
};

beforeEach(async () => {
  const log = createLog('silent');
  // Admits all requests, so that they fill the queue of pages.
  app = await createHttpServer(readConfig({}, '/'), log, errorStatuses, undefined, undefined, Number.POSITIVE_INFINITY);
  cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
  rendered = [];
  limited = [];
  render = async (page) => {
    cacheTag(page, 'thing');
    return html(`page ${rendered.length}`);
  };
  renderFailure.mockReset().mockImplementation(async (page: PageRequest, code: string) => {
    return html(`failure ${code} in ${page.language}`, { status: 500 });
  });
  const limits = {
    ofPages: async (address: string) => void limited.push(address),
    ofPrefetches: async (address: string) => void limited.push(`ahead ${address}`),
    ofClass: async (name: string, address: string) => {
      limited.push(`${name} ${address}`);
      throw new AppError('too_many_requests', { retryAfter: 17 });
    },
  } as unknown as Limits;
  servePageRoutes(app, {
    cache,
    ownChanges,
    origin: new URL('https://skein.test'),
    nameOf: (pathname) => pathname.split('/')[1] ?? '',
    hasSecret: (pathname, given) => pathname === '/uncached' || 'token' in given,
    headersOf: (isSecret) => ({ 'x-secret': String(isSecret) }),
    canonicalPath: (pathname) => (pathname === '/KEPT/' ? '/kept' : null),
    keptQuery: (pathname) => (pathname.startsWith('/kept') ? '' : null),
    limits,
    limitOf: (pathname) => (pathname === '/searched' ? 'search' : null),
    render(page) {
      rendered.push(page);
      return render(page);
    },
    renderFailure,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

it.each(['/./uncached', '/x/../uncached?token=1', '/x/%2e%2e/uncached'])(
  '%s gets the headers of the page that it is',
  async (url) => {
    expect((await get(url)).headers['x-secret']).toBe('true');
  },
);

describe('the caching of a page', () => {
  it('keeps what is sent to a URL with a secret apart', async () => {
    for (let i = 0; i < 2; i += 1) {
      expect((await get('/kept')).headers['x-secret']).toBe('false');
      expect((await get('/kept?token=1')).headers['x-secret']).toBe('true');
      expect((await get('/kept?token=2')).headers['x-secret']).toBe('true');
    }
    expect(rendered.length).toBe(2);
  });
  it('is allowed for shared caches if it is cached here and the URL names the language', async () => {
    for (let i = 0; i < 3; i += 1) expect((await get('/kept?t=de')).body).toBe('page 1');
    expect((await get('/kept?t=de')).headers['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate');
    expect((await get('/kept')).headers['cache-control']).toBe('private, no-cache');
    expect((await get('/uncached?t=de')).headers['cache-control']).toBe('private, no-cache');
  });
  it.each<[string, number, string]>([
    ['/kept?t=de', 301, 'public, max-age=0, s-maxage=60, must-revalidate'],
    ['/uncached?t=de', 301, 'private, no-cache'],
    ...[302, 404, 429, 500, 503].flatMap((status) => [
      ['/kept?t=de', status, 'no-store'] as [string, number, string],
      ['/uncached', status, 'no-store'] as [string, number, string],
    ]),
  ])('%s with status %i: %s', async (url, status, control) => {
    render = async () => html('', { status, location: '/' });
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(status);
    expect(headers['cache-control']).toBe(control);
    expect(headers['retry-after']).toBe(status === 503 || status === 429 ? '5' : undefined);
    expect(cache.size.entries).toBe(0);
  });
});

describe('a prefetched page', () => {
  const ahead = (url: string) => get(url, { 'sec-purpose': 'prefetch' });
  const isRefused = ({ statusCode, body }: Awaited<ReturnType<typeof get>>) => {
    expect({ statusCode, body }).toEqual({ statusCode: 503, body: '' });
    expect(renderFailure).not.toHaveBeenCalled();
  };

  it('must be one that is cached, and is counted separately from opened pages', async () => {
    expect((await ahead('/kept')).body).toBe('page 1');
    expect(limited).toEqual(['ahead 127.0.0.1']);
    expect((await get('/kept')).body).toBe('page 1');
    isRefused(await ahead('/uncached'));
  });
  it('is never prerendered, even if it is cached, because that would count as a view', async () => {
    await get('/kept');
    isRefused(await get('/kept', { 'sec-purpose': 'prefetch;prerender' }));
    isRefused(await get('/kept', { 'sec-purpose': 'prerender' }));
    expect(limited).toEqual(['127.0.0.1']);
  });
  it('is not made while four others are', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    render = () => released.then(() => html('late'));
    const waiting = Array.from({ length: 4 }, (_, i) => ahead(`/kept/${i}`));
    await vi.waitFor(() => expect(rendered).toHaveLength(4));
    isRefused(await ahead('/kept/more'));
    const opened = get('/kept/opened');
    await vi.waitFor(() => expect(rendered).toHaveLength(5));
    release();
    for (const answer of await Promise.all([...waiting, opened])) expect(answer.statusCode).toBe(200);
  });
});

describe('a page that cannot be made', () => {
  it('in time is aborted, and an error page is sent before the client gives up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const url of ['/kept', '/uncached?t=ja']) {
      rendered.length = 0;
      const begun = new Promise<void>((begin) => {
        render = () => {
          begin();
          return new Promise(() => {});
        };
      });
      const answer = get(url);
      await begun;
      await vi.advanceTimersByTimeAsync(7899);
      expect(rendered[0]!.signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      isFailurePage(await answer, 503, `failure unavailable in ${url === '/kept' ? 'en' : 'ja'}`, '5');
      expect(rendered[0]!.signal.aborted).toBe(true);
    }
  });
  it('because too many are waiting is replaced by an error page that is rendered once', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    render = () => released.then(() => html('late'));
    const waiting = Array.from({ length: 16 + 256 }, (_, i) => get(`/kept/${i}`));
    await vi.waitFor(() => expect(rendered).toHaveLength(16));
    for (let i = 0; i < 5; i += 1) isFailurePage(await get('/kept/more'), 503, 'failure unavailable in en', '2');
    expect(renderFailure).toHaveBeenCalledTimes(1);
    release();
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200);
  });
  it('because of a limit says when to retry', async () => {
    isFailurePage(await get('/searched', { 'accept-language': 'fr' }), 429, 'failure too_many_requests in fr', '17');
    await get('/uncached');
    await get('/kept');
    expect(limited).toEqual(['127.0.0.1', 'search 127.0.0.1', '127.0.0.1', '127.0.0.1']);
    expect(rendered.map(({ url }) => url.pathname)).toEqual(['/uncached', '/kept']);
  });
  it('is answered in JSON if the error page cannot be made either', async () => {
    renderFailure.mockRejectedValueOnce(new Error('no'));
    const broken = await get('/searched');
    expect(broken.statusCode).toBe(500);
    expect(broken.json()).toMatchObject({ code: 'internal' });
    expect((await get('/searched')).body).toBe('failure too_many_requests in en');
  });
});

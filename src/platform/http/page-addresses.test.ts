import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { TagCache } from '../cache/tag-cache.ts';
import { createLog } from '../log/log.ts';
import type { Limits } from './limits.ts';
import { ownChanges } from './own-changes.test-kit.ts';
import { servePageRoutes } from './pages.ts';
import { createHttpServer } from './server.ts';

const RENDERS = 3;
const cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
const rendered: string[] = [];
let counted: string[] = [];
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await createHttpServer(readConfig({}, '/'), createLog('silent'), errorStatuses);
  servePageRoutes(app, {
    cache,
    ownChanges,
    origin: new URL('https://skein.example:8443'),
    limits: {
      async ofPages(address: string) {
        counted.push(address);
        if (counted.length > RENDERS)
          throw new AppError('too_many_requests', { retryAfter: 7, params: { seconds: 7 } });
      },
    } as Limits,
    limitOf: () => null,
    renderFailure: async (_, code) => ({ status: 429, location: null, html: `<p>${code}</p>` }),
    nameOf: (pathname) => pathname.split('/')[1] ?? '',
    hasSecret: () => false,
    headersOf: () => ({}),
    canonicalPath: (pathname) => (pathname === '/KEPT/' ? '/kept' : null),
    keptQuery: (pathname) => (pathname.startsWith('/kept') ? '' : null),
    async render({ url, cachePolicy }) {
      rendered.push(url.href);
      cachePolicy.tags.add('page');
      return { status: 200, location: null, html: `<p>${url.pathname}</p>` };
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  cache.clear();
  counted = [];
  rendered.length = 0;
});

/** Sends the URL as it is. `fetch` would normalize it. */
function get(
  path: string,
): Promise<{ status: number; location: string | undefined; retryAfter: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, agent: false }, async (response) =>
      resolve({
        status: response.statusCode!,
        location: response.headers.location,
        retryAfter: response.headers['retry-after'],
        body: await text(response),
      }),
    )
      .on('error', reject)
      .end();
  });
}

it.each([
  ['http://evil.example/other', 'https://skein.example:8443/other'],
  ['HTTPS://user@evil.example:99/other?q=1', 'https://skein.example:8443/other?q=1'],
  ['http://evil.example', 'https://skein.example:8443/'],
  ['foo://evil.example/other', 'https://skein.example:8443/other'],
  ['//evil.example/other', 'https://skein.example:8443//evil.example/other'],
  ['*', 'https://skein.example:8443/*'],
])('%s is the page of its path, on this site', async (path, url) => {
  expect((await get(path)).status).toBe(200);
  expect(rendered).toEqual([url]);
});

it('a cached page is the same page for all forms of its URL', async () => {
  await get('/kept');
  await get('http://evil.example/kept?x=1');
  expect(rendered).toEqual(['https://skein.example:8443/kept']);
});

it('another spelling of a page leads to it, with its query, and is neither rendered nor counted', async () => {
  const { status, location } = await get('/KEPT/?lang=de');
  expect({ status, location }).toEqual({ status: 301, location: '/kept?lang=de' });
  expect([rendered, counted]).toEqual([[], []]);
});

it('limits pages that must be made per caller, but not cache hits', async () => {
  for (let i = 0; i < RENDERS; i += 1) expect((await get(`/kept/${i}`)).status).toBe(200);
  expect(counted).toEqual(Array(RENDERS).fill('127.0.0.1'));
  for (const path of ['/kept/new', '/search?q=x']) {
    const { status, retryAfter, body } = await get(path);
    expect({ status, retryAfter, body }).toEqual({ status: 429, retryAfter: '7', body: '<p>too_many_requests</p>' });
  }
  for (let i = 0; i < RENDERS; i += 1) expect((await get(`/kept/${i}`)).status).toBe(200);
  expect(rendered).toHaveLength(RENDERS);
});

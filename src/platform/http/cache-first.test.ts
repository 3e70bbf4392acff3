import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { emptyCachePolicy, TagCache } from '../cache/tag-cache.ts';
import { createLog } from '../log/log.ts';
import { callKey, createCacheFirstHandler, pageKey } from './cache-first.ts';
import type { Limits } from './limits.ts';
import { ownChanges } from './own-changes.test-kit.ts';
import { SecurityHeaders } from './security-headers.ts';
import { createHttpServer } from './server.ts';

let app: FastifyInstance;
let cache: TagCache;
let counted: string[];
let refuse: boolean;

const keep = (key: string, body = key) =>
  cache.fill(key, async () => {
    const cachePolicy = emptyCachePolicy();
    cachePolicy.tags.add('thing');
    return { status: 200, contentType: 'text/html; charset=utf-8', body, cachePolicy, keep: true };
  });

async function listen(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig(env, '/');
  const securityHeaders = new SecurityHeaders(config);
  const limits = {
    async ofAddress(address: string) {
      counted.push(address);
      if (refuse) throw new AppError('too_many_requests');
    },
  } as unknown as Limits;
  const first = createCacheFirstHandler({ cache, ownChanges, limits, securityHeaders, trustProxy: config.trustProxy });
  app = await createHttpServer(config, createLog('silent'), errorStatuses, first, securityHeaders);
  app.all('/*', async () => 'by a route');
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends a request over a real connection. Only Brotli is decoded. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
    const all = { 'accept-encoding': 'gzip, br', ...headers };
    httpRequest({ port, host: '127.0.0.1', path, headers: all, method, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const body = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
      resolve({ status: response.statusCode!, headers: response.headers, body: body.toString() });
    })
      .on('error', reject)
      .end();
  });
}

beforeEach(() => {
  cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
  counted = [];
  refuse = false;
});
afterEach(() => app.close());

describe('a cached page', () => {
  beforeEach(async () => {
    await listen();
    await keep(pageKey('en', false, '/story/1', ''), 'English');
    await keep(pageKey('de', false, '/story/1', ''), 'Deutsch');
    await keep(pageKey('de', true, '/story/1', ''), 'Deutsch by address');
    await keep(pageKey('ja', true, '/story/1', ''), '日本語');
    await keep(pageKey('en', true, '/story/1', ''), 'English in place of what nobody speaks');
    await keep(pageKey('en', false, '/story/1', '?order=newest'), 'never');
  });

  it.each<[string, Record<string, string>, string]>([
    ['/story/1', {}, 'English'],
    ['/story/1', { 'accept-language': 'de-CH, en;q=0.5' }, 'Deutsch'],
    ['/story/1', { cookie: 'skein_language=de' }, 'Deutsch'],
    ['/story/1?t=de', {}, 'Deutsch by address'],
    ['/story/1?t=ja', { cookie: 'skein_language=de' }, '日本語'],
    ['/story/1?t=xx', {}, 'English in place of what nobody speaks'],
    ['/story/1', { 'sec-purpose': 'prefetch' }, 'English'],
    ['/story/1', { 'sec-purpose': 'prefetch;prerender' }, 'by a route'],
    ['/story/1', { 'accept-encoding': 'identity' }, 'by a route'],
    ['/story/1', { 'accept-encoding': 'br;q=0' }, 'by a route'],
    ['/story/1', { cookie: 'skein_language=fr' }, 'by a route'],
    ['/story/2', {}, 'by a route'],
    ['/story/1?', {}, 'by a route'],
    ['/story/1?t=', {}, 'by a route'],
    ['/story/1?t=de&t=ja', {}, 'by a route'],
    ['/story/1?order=newest', {}, 'by a route'],
    ['/story/1?t=de&order=newest', {}, 'by a route'],
    ['/story/1?order=newest&t=de', {}, 'by a route'],
    ['http://elsewhere.test/story/1', {}, 'by a route'],
  ])('%s %j → %s', async (path, headers, body) => expect((await ask(path, headers)).body).toBe(body));

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is not the response to %s', async (method) => {
    expect((await ask('/story/1', {}, method)).headers.etag).toBeUndefined();
  });

  it('has all headers, and is 304 for a client that has it', async () => {
    const { headers } = await ask('/story/1?t=de');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await ask('/story/1')).headers['cache-control']).toBe('private, no-cache');
    const again = await ask('/story/1?t=de', { 'if-none-match': headers.etag! });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('is dropped when one of its tags is invalidated', async () => {
    cache.drop(['thing']);
    expect((await ask('/story/1')).body).toBe('by a route');
  });

  it('is never counted', async () => {
    await ask('/story/1');
    expect(counted).toEqual([]);
  });
});

describe('a cached response of a call', () => {
  it('is counted for the address that the proxies report', async () => {
    await listen({ TRUST_PROXY: '1' });
    await keep(callKey('en', null, '/api/story/detail?storyId=1', false), 'kept');
    const { body } = await ask('/api/story/detail?storyId=1', { 'x-forwarded-for': '192.0.2.1, 2001:db8::7' });
    expect(body).toBe('kept');
    expect(counted).toEqual(['2001:db8:0:0::/64']);
  });

  it('is left to the route, which refuses, if the limit is exceeded', async () => {
    await listen();
    await keep(callKey('en', null, '/api/story/detail?storyId=1', false), 'kept');
    refuse = true;
    expect((await ask('/api/story/detail?storyId=1')).body).toBe('by a route');
  });

  it('is left to the route if the call has a limit of its own', async () => {
    await listen();
    await keep(callKey('en', null, '/api/search?q=ferry', true), 'kept');
    expect((await ask('/api/search?q=ferry')).body).toBe('by a route');
    expect(counted).toEqual([]);
  });

  it('is in the language that the URL asks for, among other parameters', async () => {
    await listen();
    for (const url of ['/api/a?t=de', '/api/a?t=de&x=1', '/api/a?x=1&t=de'])
      await keep(callKey('de', 'de', url, false), url);
    for (const url of ['/api/a?t=de', '/api/a?t=de&x=1', '/api/a?x=1&t=de']) expect((await ask(url)).body).toBe(url);
    // A response in a language that wasn’t requested isn’t found.
    await keep(callKey('de', 'de', '/api/a?t=ja', false), 'wrong');
    expect((await ask('/api/a?t=ja')).body).toBe('by a route');
    // For the route, two languages are none. Its response in the reader’s language must not be used for either of them.
    for (const url of ['/api/a?t=de&t=ja', '/api/a?t=ja&t=de', '/api/a?t=de&%74=ja']) {
      await keep(callKey('de', null, url, false), url);
      expect((await ask(url, { 'accept-language': 'fr' })).body).toBe('by a route');
    }
  });
});

it('a connection with too many pipelined requests is closed, even if they are cache hits', async () => {
  await listen();
  await keep(pageKey('en', false, '/', ''), 'home');
  const { port } = app.server.address() as AddressInfo;
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => {});
  socket.resume();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n'.repeat(200));
  await ended;
});

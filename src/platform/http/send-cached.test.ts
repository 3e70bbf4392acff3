import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import { emptyCachePolicy, TagCache } from '../cache/tag-cache.ts';
import { createLog } from '../log/log.ts';
import { cacheControlOf } from './caller.ts';
import { replyCached } from './send-cached.ts';
import { createHttpServer } from './server.ts';

const BODY = `{"data":"${'Es regnet auf die Fähre. '.repeat(200)}"}`;
let app: FastifyInstance;
let answer: CachedResponse;
let port: number;

async function cached(status: number, headers?: Record<string, string>): Promise<CachedResponse> {
  const cache = new TagCache({ maxBytes: 1e6, maxAge: 1000 });
  const fresh = {
    status,
    contentType: 'application/json; charset=utf-8',
    body: BODY,
    cachePolicy: emptyCachePolicy(),
    keep: true,
  };
  return cache.fill('x', async () => (headers ? { ...fresh, headers } : fresh));
}

beforeAll(async () => {
  answer = await cached(200);
  const gone = await cached(404, { link: '</x>; rel=canonical' });
  app = await createHttpServer(readConfig({}, '/'), createLog('silent'), errorStatuses);
  app.get('/answer', (request, reply) => replyCached(request, reply, answer, cacheControlOf(request)));
  app.get('/gone', (request, reply) => replyCached(request, reply, gone, cacheControlOf(request)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends a request over a real connection. Headers are in their original order, the body is not decoded. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; raw: string[]; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path, headers, method, agent: false }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({
          status: response.statusCode!,
          raw: response.rawHeaders,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('a cached response', () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  it.each<[string | undefined, keyof typeof decode]>([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate', 'identity'],
    ['gzip;q=1.0, br;q=0.8', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'identity'],
    ['gzip;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['deflate;q=0.5', 'identity'],
    ['identity;q=0.5', 'identity'],
  ])('for a client that accepts %j is sent as %s', async (accepts, encoding) => {
    const { status, headers, body } = await get('/answer', accepts === undefined ? {} : { 'accept-encoding': accepts });
    expect(status).toBe(200);
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(decode[encoding](body).toString()).toBe(BODY);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      etag: answer.etag,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'cache-control': 'private, no-cache',
    });
  });

  it('can be kept by shared caches if the URL names the language', async () => {
    const { headers } = await get('/answer?t=de');
    expect(headers).toMatchObject({
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
    });
  });

  it('is not sent again to a client that has it', async () => {
    const again = await get('/answer', { 'if-none-match': answer.etag, 'accept-encoding': 'br' });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect(again.headers).toMatchObject({ etag: answer.etag, 'cache-control': 'private, no-cache' });
    expect(again.headers).not.toHaveProperty('content-length');
    expect(again.headers).not.toHaveProperty('content-encoding');
    for (const other of ['W/"other"', '"x"', '']) {
      expect((await get('/answer', { 'if-none-match': other })).status).toBe(200);
    }
  });

  it('has no body for HEAD, but the same headers', async () => {
    const [head, full] = await Promise.all([get('/answer', {}, 'HEAD'), get('/answer')]);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    const { date: _, ...ofHead } = head.headers;
    const { date: __, ...ofGet } = full.headers;
    expect(ofHead).toEqual(ofGet);
  });

  it('with another status is sent in full, with its own headers', async () => {
    const { status, headers, body } = await get('/gone', { 'if-none-match': answer.etag });
    expect(status).toBe(404);
    expect(headers.link).toBe('</x>; rel=canonical');
    expect(body.toString()).toBe(BODY);
  });

  it('has every security header exactly once', async () => {
    for (const path of ['/answer', '/gone']) {
      for (const headers of [{}, { 'if-none-match': answer.etag }] as Record<string, string>[]) {
        const { raw } = await get(path, headers);
        const names = raw.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        for (const [name, value] of Object.entries(app.securityHeaders.values)) {
          const at = raw.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name);
          expect([name, raw[at + 1]]).toEqual([name, value]);
        }
      }
    }
  });
});

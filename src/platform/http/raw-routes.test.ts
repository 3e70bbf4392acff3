import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { createLog } from '../log/log.ts';
import { type RawRoute, rawRoute, registerRawRoutes } from './raw-routes.ts';
import { createHttpServer } from './server.ts';

async function ask(
  route: RawRoute,
  request: { url?: string; payload?: string; headers?: Record<string, string> },
  limits: object = {},
) {
  const app = await createHttpServer(readConfig({}, '/'), createLog('silent'), errorStatuses);
  registerRawRoutes(app, [route], { deps: { limits } } as never);
  const response = await app.inject({ method: route.method, url: route.path, ...request });
  await app.close();
  return response;
}

const echo = rawRoute({
  method: 'POST',
  path: '/unsubscribe',
  access: 'link',
  cache: 'no-store',
  body: 20,
  limit: 'pages',
  answer: ({ body }) => ({ type: 'text/plain', body: `got ${body}` }),
});
const allowed = { ofPages: async () => {} };

it.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain'])(
  'a POST gets a body of %s as it was sent',
  async (type) => {
    const { statusCode, body } = await ask(echo, { payload: '{ a=1', headers: { 'content-type': type } }, allowed);
    expect([statusCode, body]).toEqual([200, 'got { a=1']);
  },
);

it('a POST without a body gets an empty one', async () => {
  expect((await ask(echo, {}, allowed)).body).toBe('got ');
});

it('a body that is too long is refused', async () => {
  const headers = { 'content-type': 'text/plain' };
  const { statusCode } = await ask(echo, { payload: 'x'.repeat(21), headers }, allowed);
  expect(statusCode).toBe(413);
});

it('a caller over the limit is refused before the route runs', async () => {
  let ran = false;
  const route = rawRoute({
    method: 'GET',
    path: '/feed.xml',
    access: 'public',
    cache: 'public, max-age=300',
    limit: 'address',
    answer: () => {
      ran = true;
      return { body: null };
    },
  });
  const refuse = async () => {
    throw new AppError('too_many_requests', { retryAfter: 7, params: { seconds: 7 } });
  };
  const { statusCode, headers } = await ask(route, {}, { ofAddress: refuse });
  expect({ statusCode, ran }).toEqual({ statusCode: 429, ran: false });
  expect(headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' });
});

it('a route that fails answers with an error in the envelope, which no cache stores', async () => {
  const route = rawRoute({
    method: 'GET',
    path: '/feed.xml',
    access: 'public',
    cache: 'public, max-age=300',
    limit: { none: 'It is a test.' },
    answer: () => {
      throw new Error('broken');
    },
  });
  const { statusCode, headers, json } = await ask(route, {});
  expect([statusCode, json().code]).toEqual([500, 'internal']);
  expect(headers['cache-control']).toBe('no-store');
});

it('a file that is opened after the deadline is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = Promise.withResolvers<{ body: Readable }>();
  const asked = Promise.withResolvers<void>();
  const route = rawRoute({
    method: 'GET',
    path: '/file',
    access: 'link',
    cache: 'no-store',
    limit: { none: 'It is a test.' },
    answer: () => {
      asked.resolve();
      return opened.promise;
    },
  });
  const asking = ask(route, {}).finally(() => vi.useRealTimers());
  await asked.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await asking).statusCode).toBe(503);
  const body = createReadStream(import.meta.filename);
  await once(body, 'open');
  opened.resolve({ body });
  await once(body, 'close');
  expect(body.destroyed).toBe(true);
});

it('a route that is off does not exist', async () => {
  expect((await ask({ ...echo, isOn: () => false }, {}, allowed)).statusCode).toBe(404);
});

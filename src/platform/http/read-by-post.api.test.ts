import { beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#core/endpoint.ts';
import { identify } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { errorStatuses } from '#server/model.ts';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp, testConfig } from '#testing/test-app.ts';
import { TagCache } from '../cache/tag-cache.ts';
import { inTransaction } from '../db/database.ts';
import { createLog } from '../log/log.ts';
import { readOnce } from '../memo.ts';
import { createApi } from './api.ts';
import { ownChanges } from './own-changes.test-kit.ts';
import { handle } from './pipeline.ts';
import { createHttpServer } from './server.ts';

const KEYWORD = 'hunter2-ann@example.com';
const app = setUpTestApp();
const declared = {
  method: 'POST',
  access: 'member',
  summary: 'Finds something.',
  input: z.strictObject({ keyword: z.string() }),
  response: z.strictObject({ found: z.string() }),
  errors: ['login_required', 'banned'],
} as const;
const readCall = endpoint({ ...declared, path: 'test/find', read: true });
const writeCall = endpoint({ ...declared, path: 'test/write' });

/** What both calls do. */
let run: (ctx: Ctx, input: { keyword: string }) => Promise<{ found: string }>;
let lines: string[] = [];
let post: (
  path: string,
  keyword: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: { data?: { found: string }; code?: string } }>;
const keys = async () => (await app.database.pool.query('select count(*)::int as n from idempotency_keys')).rows[0].n;

beforeAll(async () => {
  const { accessToken } = await buildMember(app);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const http = await createHttpServer(testConfig(), log, errorStatuses);
  createApi({
    routes: [handle(readCall, (ctx, input) => run(ctx, input)), handle(writeCall, (ctx, input) => run(ctx, input))],
    deps: app.deps,
    identify: (token) => identify(app.deps, token),
    identifyRestricted: () => Promise.reject(new Error('Not a call of restricted members')),
    hold: async () => {},
    cache: new TagCache({ maxBytes: 1000, maxAge: 1000 }),
    ownChanges,
  }).register(http);
  post = async (path, keyword, headers = {}) => {
    const response = await http.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { authorization: accessToken, ...headers },
      payload: { keyword },
    });
    return { status: response.statusCode, body: response.json() };
  };
});
beforeEach(() => {
  lines = [];
});

it('a read by POST must not open a transaction', async () => {
  run = (ctx) => inTransaction(ctx, async () => ({ found: 'x' }));
  expect((await post(writeCall.path, KEYWORD)).status).toBe(200);
  expect((await post(readCall.path, KEYWORD)).status).toBe(500);
});

it('a read by POST remembers no Idempotency-Key', async () => {
  run = async (_ctx, { keyword }) => ({ found: keyword });
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const before = await keys();
  for (const keyword of ['first', 'second'])
    expect((await post(readCall.path, keyword, headers)).body).toEqual({ data: { found: keyword } });
  expect(await keys()).toBe(before);
  expect((await post(writeCall.path, 'first', headers)).status).toBe(200);
  expect((await post(writeCall.path, 'second', headers)).body.code).toBe('conflict');
  expect(await keys()).toBe(before + 1);
});

it('the log of a read by POST says where it failed, but nothing of its body', async () => {
  run = async (_ctx, { keyword }) => {
    throw Object.assign(new TypeError(`Nothing is called ${keyword}`), { code: 'E_TEST' });
  };
  expect((await post(writeCall.path, KEYWORD)).body.code).toBe('internal');
  expect(lines.join('')).toContain(KEYWORD);
  lines = [];
  expect((await post(readCall.path, KEYWORD)).body.code).toBe('internal');
  expect(lines.join('')).not.toContain(KEYWORD);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    path: '/api/test/find',
    err: { name: 'TypeError', code: 'E_TEST', stack: expect.stringContaining('read-by-post.api.test.ts') },
  });
});

it('a read by POST reads the same row only once, and the next call reads it again', async () => {
  let reads = 0;
  const count = readOnce(async (_ctx: Ctx, _key: string) => {
    reads += 1;
    return reads;
  });
  run = async (ctx) => ({ found: `${await count(ctx, '1')} ${await count(ctx, '1')}` });
  expect((await post(readCall.path, 'x')).body.data).toEqual({ found: '1 1' });
  expect((await post(readCall.path, 'x')).body.data).toEqual({ found: '2 2' });
  expect((await post(writeCall.path, 'x')).body.data).toEqual({ found: '3 4' });
});

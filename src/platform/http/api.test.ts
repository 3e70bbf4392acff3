import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Actor } from '#core/actor.ts';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { cacheTag, cacheUntil, emptyCachePolicy, TagCache } from '../cache/tag-cache.ts';
import type { Ctx, Deps } from '../context.ts';
import { createLog } from '../log/log.ts';
import { type Api, createApi } from './api.ts';
import { ownChanges } from './own-changes.test-kit.ts';
import { handle, type Route } from './pipeline.ts';
import { createHttpServer } from './server.ts';

// The pipeline with its own calls: no features, no database.
const logged: string[] = [];
const log = createLog('warn', { write: (line) => logged.push(line) });
const limited: string[] = [];
const note =
  (name: string) =>
  async (...args: unknown[]) =>
    void limited.push([name, ...args].join(' '));
const deps = {
  config: readConfig({}, '/'),
  log,
  limits: { ofAddress: note('address'), ofMember: note('member'), ofClass: note('class'), take: note('take') },
} as unknown as Deps;
const actors: Record<string, Actor> = {
  member: { id: '1', username: 'a', sessionId: '1', roles: [] },
  moderator: { id: '2', username: 'b', sessionId: '2', roles: ['moderator'] },
  administrator: { id: '3', username: 'c', sessionId: '3', roles: ['administrator'] },
};

const Thing = z.strictObject({ made: z.int(), language: z.string() });
const read = {
  method: 'GET',
  access: 'public',
  summary: 'x',
  input: z.strictObject({ id: z.optional(z.string()) }),
  errors: [],
} as const;
const act = { method: 'POST', access: 'member', summary: 'x', input: nothing, response: done, errors: [] } as const;
const api = {
  kept: endpoint({ ...read, path: 'test/kept', response: Thing }),
  unmarked: endpoint({ ...read, path: 'test/unmarked', response: Thing }),
  searched: endpoint({ ...read, path: 'test/searched', response: Thing, uncached: true, limit: 'search' }),
  ending: endpoint({ ...read, path: 'test/ending', response: Thing }),
  failing: endpoint({ ...read, path: 'test/failing', response: Thing, errors: ['story_not_found'] }),
  listed: endpoint({ ...read, path: 'test/listed', response: z.array(z.int()), list: true }),
  hanging: endpoint({ ...act, path: 'test/hanging', limit: 'submit' }),
  lying: endpoint({ ...act, path: 'test/lying' }),
  ofModerators: endpoint({ ...act, path: 'test/of_moderators', access: 'moderator' }),
  ofAdministrators: endpoint({ ...act, path: 'test/of_administrators', access: 'administrator' }),
  open: endpoint({ ...act, path: 'test/open', access: 'open' }),
  changing: endpoint({ ...act, path: 'test/changing' }),
};
let made = 0;
const makes = async (ctx: Ctx, tag?: string) => {
  made += 1;
  if (tag) cacheTag(ctx, tag);
  return { made, language: ctx.language };
};
const OK = { ok: true } as const;
const routes: Route[] = [
  handle(api.kept, (ctx) => makes(ctx, 'thing')),
  handle(api.unmarked, (ctx) => makes(ctx)),
  handle(api.searched, (ctx) => makes(ctx, 'thing')),
  handle(api.ending, (ctx) => {
    cacheUntil(ctx, new Date(Date.now() - 1));
    return makes(ctx, 'thing');
  }),
  handle(api.failing, async (ctx) => {
    await makes(ctx, 'thing');
    throw new AppError('story_not_found');
  }),
  handle(api.listed, async () => ({ items: [1, 2], next: 'more' })),
  handle(api.hanging, () => new Promise<typeof OK>(() => {})),
  handle(api.lying, async () => ({ ok: 'the secret of somebody' }) as never),
  handle(api.ofModerators, async () => OK),
  handle(api.ofAdministrators, async () => OK),
  handle(api.changing, async (ctx) => {
    ctx.cachePolicy.changed.add('thing');
    ctx.cachePolicy.position = changedAt;
    if (failure) throw failure;
    return OK;
  }),
  handle(api.open, async (ctx) => {
    if (ctx.actor) throw new Error('an open call has no actor');
    return OK;
  }),
];

/** Position of the change of `api.changing`, and how it fails. */
let changedAt: bigint | null = null;
let failure: Error | null = null;

let app: FastifyInstance;
let built: Api;
let cache: TagCache;
beforeEach(async () => {
  app = await createHttpServer(deps.config, log, errorStatuses);
  cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
  const identify = async (token: string) => {
    if (!actors[token]) throw new AppError('login_required');
    return actors[token];
  };
  built = createApi({ routes, deps, identify, identifyRestricted: identify, hold: async () => {}, cache, ownChanges });
  built.register(app);
  limited.length = 0;
  logged.length = 0;
  made = 0;
  [changedAt, failure] = [null, null];
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});
const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/api/test/${path}`, headers });
const post = (path: string, token?: string) =>
  app.inject({ method: 'POST', url: `/api/test/${path}`, headers: token ? { authorization: token } : {}, payload: {} });

describe('a public read', () => {
  it('is made once, until one of its tags is invalidated', async () => {
    for (let i = 0; i < 3; i += 1) expect((await get('kept')).json()).toEqual({ data: { made: 1, language: 'en' } });
    cache.drop(['another thing']);
    expect((await get('kept')).json().data.made).toBe(1);
    cache.drop(['thing']);
    expect((await get('kept')).json().data.made).toBe(2);
  });
  it('is made once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('kept')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(made).toBe(1);
  });
  it('is cached separately for each language and query', async () => {
    const paths = ['kept', 'kept?t=de', 'kept?id=1', 'kept?id=2'];
    for (const path of paths) await get(path);
    await get('kept', { 'accept-language': 'ja' });
    expect(made).toBe(5);
    expect((await get('kept?t=de')).json()).toEqual({ data: { made: 2, language: 'de' } });
    expect((await get('kept', { 'accept-language': 'ja' })).json()).toEqual({ data: { made: 5, language: 'ja' } });
    expect((await get('kept', { authorization: 'member' })).json().data.made).toBe(1);
  });
  it.each([
    ['without cache tags', 'unmarked', 200],
    ['that is declared as uncached', 'searched', 200],
    ['that has already expired', 'ending', 200],
    ['that failed', 'failing', 404],
    ['with a query that is too long', `kept?id=${'x'.repeat(300)}`, 200],
  ])('%s is not cached', async (_what, path, status) => {
    for (let i = 1; i <= 3; i += 1) {
      expect((await get(path)).statusCode).toBe(status);
      expect(made).toBe(i);
    }
    // An expired response is only removed when it is requested again.
    if (path !== 'ending') expect(cache.size.entries).toBe(0);
  });
  it('has its cursor next to the data if it is a list', async () => {
    expect((await get('listed')).json()).toEqual({ data: [1, 2], next: 'more' });
    const cachePolicy = emptyCachePolicy();
    expect(await built.callInProcess(api.listed, {}, { language: 'en', cachePolicy })).toEqual({
      items: [1, 2],
      next: 'more',
    });
  });
  it('collects its cache tags in this process, and is refused as over HTTP', async () => {
    const cachePolicy = emptyCachePolicy();
    const call = { language: 'ko', cachePolicy } as const;
    expect(await built.callInProcess(api.kept, {}, call)).toEqual({ made: 1, language: 'ko' });
    expect([...cachePolicy.tags]).toEqual(['thing']);
    await expect(built.callInProcess(api.failing, {}, call)).rejects.toMatchObject({ code: 'story_not_found' });
    await expect(built.callInProcess(api.kept, { id: 7 } as never, call)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(built.callInProcess(api.open, {}, call)).rejects.toThrow(/no public read/);
    expect(limited).toEqual([]);
  });
});

describe('a call that changes public pages', () => {
  it('makes browsers drop what they have prefetched', async () => {
    const { headers } = await post('changing', 'member');
    expect(headers['clear-site-data']).toBe('"prefetchCache"');
    expect((await post('open')).headers).not.toHaveProperty('clear-site-data');
    expect(headers).not.toHaveProperty('set-cookie');
  });
  it('names its change, also if it fails after that, but not if nothing was committed', async () => {
    const answers: [position: bigint | null, error: Error | null, status: number, names: boolean][] = [
      [7n, null, 200, true],
      [7n, new AppError('conflict'), 409, true],
      [null, new AppError('conflict'), 409, false],
    ];
    for (const [position, error, status, names] of answers) {
      [changedAt, failure] = [position, error];
      const { statusCode, headers } = await post('changing', 'member');
      expect([statusCode, 'set-cookie' in headers, 'clear-site-data' in headers]).toEqual([status, names, names]);
    }
  });
});

describe('access', () => {
  it.each([
    ['of_moderators', [401, 403, 200, 200]],
    ['of_administrators', [401, 403, 403, 200]],
    ['open', [200, 200, 200, 200]],
  ])('to %s for a visitor, a member, a moderator, an administrator: %j', async (path, statuses) => {
    const answers = [];
    for (const token of [undefined, 'member', 'moderator', 'administrator'])
      answers.push((await post(path, token)).statusCode);
    expect(answers).toEqual(statuses);
  });
  it('is checked before the limits of a class, and after those of the address', async () => {
    await post('hanging');
    await post('of_moderators', 'member');
    expect(limited).toEqual(['address 127.0.0.1', 'address 127.0.0.1']);
    limited.length = 0;
    await post('of_moderators', 'moderator');
    await get('searched');
    expect(limited).toEqual(['address 127.0.0.1', 'member 2', 'address 127.0.0.1', 'class search 127.0.0.1 ']);
  });
});

describe('a server failure', () => {
  it('that blocks a call ends it after eight seconds, before the client gives up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = post('hanging', 'member');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(7899);
    let ended = false;
    void answer.then(() => {
      ended = true;
    });
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { statusCode, headers } = await answer;
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
  });
  it('that every call meets fills the log with lines, not with stacks', async () => {
    failure = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect((await post('changing', 'member')).statusCode).toBe(503);
    failure = Object.assign(new Error('canceling statement'), { code: '57014' });
    expect((await post('changing', 'member')).statusCode).toBe(503);
    const [full, slow] = logged.map((line) => JSON.parse(line));
    expect(full).toMatchObject({ msg: 'unavailable', err: { code: '53100', message: 'could not extend file' } });
    expect(full.err).not.toHaveProperty('stack');
    expect(slow.err).toHaveProperty('stack');
  });
  it('that returns an undeclared response reveals nothing of it', async () => {
    const { statusCode, body } = await post('lying', 'member');
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({ code: 'internal', error: 'An error occurred' });
    expect(logged.join('')).not.toContain('secret of somebody');
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'internal', path: '/api/test/lying' }]);
  });
});

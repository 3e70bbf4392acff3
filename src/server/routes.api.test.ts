import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, isRead } from '#core/endpoint.ts';
import { COMMON_ERRORS, type ErrorCode } from '#core/errors.ts';
import { LANGUAGES } from '#core/languages.ts';
import { emptyCachePolicy } from '#platform/cache/tag-cache.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { createMemo } from '#platform/memo.ts';
import { type Example, everyCall, exampleOf, tableOfActs } from '#testing/calls.ts';
import type { Member } from '#testing/factories.ts';
import { buildPermissionWorld, type PermissionWorld } from '#testing/permissions/build-world.ts';
import type { Target } from '#testing/permissions/targets.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { routes } from './features.ts';
import { errorStatuses } from './model.ts';

const app = setUpTestApp();
const endpoints: Endpoint[] = routes.map((route) => route.endpoint);
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const of = (...access: Endpoint['access'][]) => named.filter(([, endpoint]) => access.includes(endpoint.access));

let world: PermissionWorld;
let readOnly: Database;
let member: Member;
let moderator: Member;
let administrator: Member;
beforeAll(async () => {
  world = await buildPermissionWorld(app);
  ({ M: member, Mo: moderator, A: administrator } = world.members);
  const { host, port, user, database } = app.database.pool.options;
  const settings = { host: host!, port: port!, user: user!, database: database! };
  readOnly = openDatabase(settings, () => {}, { max: 4, isReadOnly: true });
}, 60_000);
afterAll(() => readOnly.close());

/** Sends these fields in the format of the call. */
async function send(endpoint: Endpoint, fields: Record<string, string | number>, caller: Caller = {}) {
  if (!endpoint.upload) return app.send(endpoint, fields, caller);
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return app.upload(endpoint, texts, Buffer.from('x'), caller);
}
const fieldsOf = (schema: Endpoint['input']) =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object);
const mostTrusted = (endpoint: Endpoint): Caller =>
  endpoint.access === 'public' || endpoint.access === 'open' ? {} : administrator;

describe('the list of calls', () => {
  it('contains each call once, in the form of the spec', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(({ path }) => path)).size).toBe(endpoints.length);
    for (const { path } of endpoints) expect(path).toMatch(/^[a-z_]+\/[a-z_]+$/);
  });
  it('has the calls of the spec that are built, as the spec writes them', () => {
    const built =
      'POST user/login, GET user/info, POST user/register, POST user/req_reset_password, POST user/reset_password, POST user/update_info, POST user/update_password, GET user/slug_user, POST user/feedback, POST user/refresh_token, GET message/unread, POST message/mark_all_read, POST message/mark_read, GET message/list';
    for (const name of built.split(', ')) expect(named.map(([call]) => call)).toContain(name);
  });
  it('makes only reads public, and changes nothing by GET', () => {
    for (const [name, endpoint] of of('public')) expect(endpoint.method, name).toBe('GET');
  });
});

describe('who may call', () => {
  it.each(of('member', 'moderator', 'administrator'))('%s: no one without a login', async (_name, endpoint) => {
    for (const accessToken of [undefined, 'nonsense']) {
      const answer = await send(endpoint, {}, accessToken ? { accessToken } : {});
      expect(answer).toMatchObject({ status: 401, body: { code: 'login_required' } });
    }
  });
  it.each(of('moderator'))('%s: only moderators and administrators', async (_name, endpoint) => {
    expect(await send(endpoint, {}, member)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    for (const caller of [moderator, administrator])
      expect(['login_required', 'forbidden']).not.toContain((await send(endpoint, {}, caller)).body.code);
  });
  it.each(of('member'))('%s: any member', async (_name, endpoint) => {
    for (const caller of [member, moderator, administrator])
      expect(['login_required', 'forbidden']).not.toContain((await send(endpoint, {}, caller)).body.code);
  });
  it.each(of('public', 'open'))('%s: everyone', async (_name, endpoint) => {
    const { body, status } = await send(endpoint, {});
    expect(['login_required', 'forbidden']).not.toContain(body.code);
    expect(status).toBeLessThan(500);
  });
});

describe('every call', () => {
  it.each(named)('%s accepts only its own method', async (_name, endpoint) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (method === endpoint.method) continue;
      const response = await app.app.http.inject({
        method,
        url: `/api/${endpoint.path}`,
        headers: { authorization: administrator.accessToken },
      });
      expect(response.statusCode, method).toBe(405);
      expect(response.headers.allow, method).toBe(endpoint.method);
      expect(response.json().code).toBe('method_not_allowed');
    }
  });
  it.each(named)('%s refuses an unknown field', async (_name, endpoint) => {
    const { status, body } = await send(endpoint, { nobodyKnows: 'x' }, mostTrusted(endpoint));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(body.fields).toMatchObject({ nobodyKnows: 'This field doesn’t exist.' });
  });
  it.each(named.filter(([, endpoint]) => endpoint.query))(
    '%s refuses an unknown query parameter',
    async (_name, endpoint) => {
      const { body } = await app.send(endpoint, {}, {}, { query: { nobodyKnows: 'x' } });
      expect(body.code).toBe('invalid_input');
    },
  );
  it.each(named)(
    '%s has the security headers, and its response is not cached unless it is public',
    async (_name, endpoint) => {
      const { headers } = await send(endpoint, {}, mostTrusted(endpoint));
      for (const [name, value] of Object.entries(app.app.http.securityHeaders.values))
        expect(headers[name], name).toBe(value);
      if (endpoint.access !== 'public') expect(headers['cache-control']).toBe('no-store');
    },
  );
});

/** What only the server decides. A request that contains one of these fields is refused. */
const PROTECTED = `id status role roles author_id authorId creator_id creatorId account_id accountId owner_id ownerId
  vote_count voteCount winner winnerId current_writer currentWriter reviewed_by reviewedBy decided_by published_at publishedAt
  created_at joinedAt joined_at password_hash failed_logins suspended_until is_admin isAdmin edit_status listed_at readers trend
  chapterCount number units min_units cover_key coverUploaded`.split(/\s+/);

describe('what only the server decides', () => {
  it.each(named.filter(([, { method }]) => method === 'POST'))('%s accepts none of it', async (_name, endpoint) => {
    const known = new Set(fieldsOf(endpoint.input));
    const injected = PROTECTED.filter((name) => !known.has(name));
    expect(injected.length).toBeGreaterThanOrEqual(25);
    // An upload has at most four fields besides its file.
    for (let from = 0; from < injected.length; from += endpoint.upload ? 3 : 100) {
      const names = injected.slice(from, from + (endpoint.upload ? 3 : 100));
      const { status, body } = await send(
        endpoint,
        Object.fromEntries(names.map((name) => [name, '1'])),
        mostTrusted(endpoint),
      );
      expect(status).toBe(400);
      expect(body.fields).toMatchObject(Object.fromEntries(names.map((name) => [name, 'This field doesn’t exist.'])));
    }
  });
});

describe('errors', () => {
  const translated = LANGUAGES.filter((language) =>
    existsSync(join(import.meta.dirname, '../../locales', language, 'errors.json')),
  );
  it.each(translated)('have a sentence each in %s', (language) => {
    const translator = translatorOf(language);
    const params = { seconds: 3, min: 64, millions: 16 };
    for (const code of Object.keys(errorStatuses))
      expect(translator.find(`error.${code}`, params), code).toMatch(/^[^{}]{3,}$/);
  });
  it.each(named)('%s declares those of its access', (_name, { access, errors, upload }) => {
    const due: ErrorCode[] = [
      ...(['account', 'member', 'moderator', 'administrator'].includes(access)
        ? (['login_required', 'banned'] as const)
        : []),
      ...(['moderator', 'administrator'].includes(access) ? (['forbidden'] as const) : []),
      ...(upload
        ? ([
            'image_too_large',
            'image_type_refused',
            'image_unreadable',
            'image_too_many_pixels',
            'image_too_small',
          ] as const)
        : []),
    ];
    expect(errors).toEqual(expect.arrayContaining(due));
    if (access === 'public' || access === 'open') expect(errors).not.toContain('login_required');
    expect(new Set(errors).size).toBe(errors.length);
    // A call may not redeclare common errors, except its own kind of conflict.
    const common = COMMON_ERRORS.filter((code) => code !== 'conflict') as readonly string[];
    for (const code of errors) expect(common).not.toContain(code);
  });
  it('are each declared by a call, common to all, or of no call', () => {
    const declared = new Set<string>([...COMMON_ERRORS, ...endpoints.flatMap(({ errors }) => errors)]);
    // For paths that aren’t calls, for rules that several calls share, and for future calls.
    const others = ['not_found', 'unknown_path', 'wrong_state'];
    expect(Object.keys(errorStatuses).filter((code) => !declared.has(code) && !others.includes(code))).toEqual([]);
  });
});

describe('a public response', () => {
  const isPublic = ({ access }: Endpoint) => access === 'public';
  const examples = tableOfActs(exampleOf);
  const inputOf = (example: Example | null) => {
    if (!example) throw new Error('None of its acts succeeds for a visitor');
    const idOf = (target: Target) => world.idOf(target, 'V');
    return example.send(idOf(example.target), idOf) as Record<string, string>;
  };
  const ask = async (
    endpoint: Endpoint,
    example: Example | null,
    headers: Record<string, string>,
    query: Record<string, string> = {},
  ) =>
    app.app.http.inject({
      url: `/api/${endpoint.path}?${new URLSearchParams({ ...inputOf(example), ...query })}`,
      headers,
    });
  everyCall(
    'is the same to the byte for everyone',
    examples,
    async (endpoint, example) => {
      const answers = [];
      for (const headers of [
        {},
        { authorization: member.accessToken },
        { authorization: administrator.accessToken },
        { authorization: 'nonsense' },
        { cookie: 'session=1' },
      ] as Record<string, string>[]) {
        const { statusCode, rawPayload, headers: answered } = await ask(endpoint, example, headers);
        app.app.cache.clear();
        const { date: _, ...kept } = answered;
        answers.push({ statusCode, bytes: rawPayload.toString('base64'), kept });
      }
      expect(answers[0]!.statusCode).toBe(200);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
    isPublic,
  );
  everyCall(
    'is not sent again to a client that has it',
    examples,
    async (endpoint, example) => {
      const { headers } = await ask(endpoint, example, {}, { t: 'en' });
      // Some expire in less than a minute.
      expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d{1,2}, must-revalidate$/);
      const again = await ask(
        endpoint,
        example,
        { 'if-none-match': String(headers.etag), authorization: member.accessToken },
        { t: 'en' },
      );
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    },
    isPublic,
  );
  everyCall(
    'is the same as for pages in this process',
    examples,
    async (endpoint, example) => {
      const { data } = (await ask(endpoint, example, {}, { t: 'en' })).json();
      const answer = await app.app.api.callInProcess(endpoint, inputOf(example) as never, {
        language: 'en',
        cachePolicy: emptyCachePolicy(),
        // As on a replica, which refuses every change.
        reads: { run: (read) => read({ ...app.deps, db: readOnly.db }, createMemo()) },
      });
      expect(endpoint.list ? (answer as { items: unknown }).items : answer).toEqual(data);
    },
    isPublic,
  );
});

describe('reading', () => {
  const inputs: Record<string, string> = { action: 'login', tab: 'all' };
  it('changes nothing', async () => {
    const dump = async () => {
      const { rows: tables } = await app.database.pool.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
      );
      const sums: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await app.database.pool.query(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${name} t`,
        );
        sums[name] = rows[0].sum;
      }
      return sums;
    };
    const before = await dump();
    let answered = 0;
    for (const endpoint of endpoints.filter(isRead)) {
      const known = fieldsOf(endpoint.input);
      const values: Record<string, string> = {
        ...inputs,
        storyId: world.idOf('solo', 'V'),
        chapterId: world.idOf('chapter', 'V'),
        userId: member.id,
        slug: member.slug,
        q: 'salt',
        page: 'about',
        revision: '1',
        keyword: 'writer',
        token: 'x',
        reviewId: '1',
        type: 'story_approved',
      };
      const input = Object.fromEntries(known.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
      for (const caller of [{}, member, moderator])
        if ((await app.send(endpoint, input, caller)).status === 200) answered += 1;
    }
    expect(answered).toBeGreaterThan(30);
    expect(await dump()).toEqual(before);
  });
});

import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import type { RawRoute } from '#platform/http/raw-routes.ts';
import { imageKey } from '#platform/images/reencode.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { startOpenidProvider } from '#testing/openid-provider.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const PER_MINUTE = 3;
const google = await startOpenidProvider('http://localhost:3000');
const openid = await startOpenidProvider('http://localhost:3000', 'openid');
afterAll(() => Promise.all([google.stop(), openid.stop()]));
const providers = { ...google.env, ...openid.env };
const app = setUpTestApp(providers);
const limited = setUpTestApp({
  ...providers,
  RATE_LIMITS: 'on',
  LIMIT_PAGES: String(PER_MINUTE),
  LIMIT_ADDRESS: String(PER_MINUTE),
});

let member: Member;
/** A value of each parameter of a path for which there is something to serve. */
const params: Record<string, string> = { start: '0' };
beforeAll(async () => {
  member = await buildMember(app);
  params.storyId = (await buildPublishedStory(app, member)).story.id;
  const key = imageKey('a', Buffer.from('x'), 'png');
  await app.deps.images.put(key, Buffer.from('x'));
  params.key = key;
});

/** Secrets of links are unknown to this test. All other parameters have a value, so that there is something to serve. */
function urlOf({ path, access }: RawRoute, values: Record<string, string> = params): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? (access === 'link' ? 'unknown' : undefined);
    if (value === undefined) throw new Error(`${path}: give this test a value of ${name}`);
    return encodeURIComponent(value);
  });
}
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.http.inject({ url, headers, method });

/** Values that no route expects, beside texts that attack pages. */
const HOSTILE = [...HOSTILE_TEXTS, '', ' ', '\u0000', 'a\u0000b', '%', '%00', '../..', '..\\..', '-1', '1e999', '٣']
  .concat(['9223372036854775808', '9'.repeat(200), 'x'.repeat(250), 'constructor', '__proto__', '\u202e', '\ufeff'])
  .map((text) => text.toWellFormed());

async function everyRoute(test: (route: RawRoute, what: string) => Promise<void>): Promise<void> {
  expect(app.app.rawRoutes.length).toBeGreaterThan(15);
  for (const route of app.app.rawRoutes) await test(route, `${route.method} ${route.path}`);
}

describe('every raw route', () => {
  it('is listed once', () => {
    const names = app.app.rawRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a limit, which is applied, or says why not', { timeout: MINUTE }, async () => {
    const statuses = async (route: RawRoute, address: string) => {
      const found: number[] = [];
      for (let i = 0; i <= PER_MINUTE; i += 1) {
        limited.app.cache.clear();
        const { method } = route;
        const { statusCode } = await limited.app.http.inject({ method, url: urlOf(route), remoteAddress: address });
        found.push(statusCode);
      }
      return found;
    };
    let address = 0;
    await everyRoute(async (route, what) => {
      address += 1;
      const found = await statuses(route, `192.0.2.${address}`);
      expect(found.slice(0, PER_MINUTE), what).not.toContain(429);
      if (typeof route.limit === 'string') expect(found[PER_MINUTE], what).toBe(429);
      else {
        expect(found[PER_MINUTE], what).not.toBe(429);
        expect(route.limit.none, what).toMatch(/^[A-Z].{8,}\.$/);
      }
    });
  });

  it('refuses all other methods', async () => {
    await everyRoute(async (route, what) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (method === route.method) continue;
        const answer = await app.app.http.inject({ method, url: urlOf(route) });
        expect(answer.statusCode, `${what} by ${method}`).toBe(404);
        expect(answer.json().code, `${what} by ${method}`).toBe('unknown_path');
      }
    });
  });

  it('answers HEAD like GET, without a body', async () => {
    await everyRoute(async (route, what) => {
      if (route.method !== 'GET') return;
      const [head, full] = [await get(urlOf(route), {}, 'HEAD'), await get(urlOf(route))];
      expect(head.statusCode, what).toBe(full.statusCode);
      expect(head.headers['content-type'], what).toBe(full.headers['content-type']);
      expect(head.headers['cache-control'], what).toBe(full.headers['cache-control']);
      expect(head.body, what).toBe('');
    });
  });

  it('never fails for hostile parameters and queries', { timeout: 2 * MINUTE }, async () => {
    const failed: string[] = [];
    const send = async (url: string) => {
      // Without a pause the loop looks overloaded to the server, which then refuses.
      await turn();
      const { statusCode } = await get(url);
      if (statusCode >= 500) failed.push(`${statusCode} ${url}`);
    };
    await everyRoute(async (route) => {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      for (const text of HOSTILE) {
        for (const name of inPath) await send(urlOf(route, { ...params, [name]: text }));
        const names = ['token', 'from', 'connect', 't', 'constructor'];
        await send(`${urlOf(route)}?${names.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')}`);
      }
      for (const query of ['t=en&t=de', 'token=a&token=b', 'from=/&from=/', 'from[]=x', '%', '=', '&&', '__proto__=x'])
        await send(`${urlOf(route)}?${query}`);
    });
    expect(failed).toEqual([]);
  });

  it('has the security headers, and is cached as declared', async () => {
    const refused: string[] = [];
    await everyRoute(async (route, what) => {
      const { statusCode, headers } = await app.app.http.inject({ method: route.method, url: urlOf(route) });
      for (const name of Object.keys(app.app.http.securityHeaders.values)) expect(headers[name], what).toBeDefined();
      expect(headers['cache-control'], what).toBe(statusCode < 400 ? route.cache : 'no-store');
      if (statusCode >= 400) refused.push(route.path);
    });
    // They need a secret.
    const links = app.app.rawRoutes.filter(({ access }) => access === 'link');
    expect(refused).toEqual(links.map(({ path }) => path));
    expect(refused).toContain('/api/user/export_file');
  });

  it('is stored by no cache unless everyone gets the same or the response names what it depends on', async () => {
    await everyRoute(async (route, what) => {
      if (route.access === 'link' || route.access === 'operator') expect(route.cache, what).toBe('no-store');
      if (route.access === 'open' && route.cache !== 'no-store')
        expect((await get(urlOf(route))).headers.vary, what).toBe('Accept-Language, Cookie');
      if (route.access !== 'public') return;
      const answers = [];
      for (const headers of [
        {},
        { authorization: member.accessToken, cookie: 'skein_language=de', 'accept-language': 'fr' },
      ] as Record<string, string>[]) {
        const { statusCode, headers: sent, rawPayload } = await get(urlOf(route), headers);
        const { date: _, ...stable } = sent;
        answers.push({ statusCode, stable, bytes: rawPayload.toString('base64') });
      }
      expect(answers[1], what).toEqual(answers[0]);
    });
  });
});

it('no other route is made by hand', async () => {
  const src = join(import.meta.dirname, '..');
  const found: string[] = [];
  for await (const path of glob('{server,platform,features/*/server}/**/*.ts', { cwd: src })) {
    if (/\.test(-kit|-child)?\.ts$/.test(path)) continue;
    const text = await readFile(join(src, path), 'utf8');
    if (/\b(http|app|scope)\.(get|post|put|patch|delete|head|options|all|route)\b/.test(text)) found.push(path);
  }
  expect(found.toSorted()).toEqual([
    // Calls, pages and raw routes themselves.
    'platform/http/api.ts',
    'platform/http/pages.ts',
    'platform/http/raw-routes.ts',
    // The stream of events.
    'platform/live/serve-live.ts',
    // Files of the build that don’t exist.
    'server/pages.ts',
  ]);
});

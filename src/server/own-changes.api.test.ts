import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openGate } from '#platform/db/gate.test-kit.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { CHANGE_COOKIE, OwnChanges } from '#platform/http/own-changes.ts';
import { createLog } from '#platform/log/log.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type App, createApp } from './app.ts';
import { builtPages, servePages } from './pages.ts';

// Two servers on one database, with their pages. The second one listens through a gate.
const app = setUpTestApp();
const log = createLog('silent');
let gate: Awaited<ReturnType<typeof openGate>>;
let otherDatabase: Database;
let other: App;
const listeners: Listener[] = [];
let origins: [own: string, other: string];
let member: Member;

async function open(server: App): Promise<string> {
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const { host, port, user, database } = app.database.pool.options;
  const settings = { host: host!, port: port!, user: user!, database: database! };
  gate = await openGate(settings);
  otherDatabase = openDatabase(settings, () => {}, { max: 8 });
  const deps = { ...app.deps, db: otherDatabase.db };
  other = await createApp(deps, otherDatabase, log, { maxEventLoopDelay: Number.POSITIVE_INFINITY });
  await servePages(app.app, app.deps, builtPages);
  await servePages(other, deps, builtPages);
  listeners.push(await listen(settings, notificationsOf(app.database.db), log));
  listeners.push(await listen(gate.settings, notificationsOf(otherDatabase.db), log));
  origins = [await open(app.app), await open(other)];
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
  await other.http.close();
  await otherDatabase.close();
  await gate.close();
});
beforeEach(async () => {
  member = await buildMember(app);
});

/** Changes the member’s public profile. Returns the new cookies. */
async function change(origin: string, input: object, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await fetch(`${origin}/api/${accountApi.updateInfo.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.accessToken}`, ...headers },
    body: JSON.stringify(input),
  });
  await response.arrayBuffer();
  return response.headers.getSetCookie();
}
const sent = ([cookie]: string[]) => cookie!.split(';', 1)[0]!;
const callPath = () => `/api/${accountApi.bySlug.path}?slug=${member.slug}&t=en`;
const pagePath = () => to.user({ userSlug: member.slug });
const paths = () => [callPath(), pagePath()];
const read = async (origin: string, path: string, cookie?: string) => {
  const response = await fetch(`${origin}${path}`, { headers: cookie ? { cookie } : {} });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

it('a change is in the next response of every process: 300 changes, one after the other', async () => {
  const old: string[] = [];
  for (let i = 0; i < 300; i += 1) {
    const [writer, reader] = i % 3 === 0 ? [1, 0] : [0, 1];
    const bio = `The bio number ${i}.`;
    const cookie = sent(await change(origins[writer]!, { bio }));
    for (const path of [paths()[i % 2]!, callPath()]) {
      const { text } = await read(origins[reader]!, path, cookie);
      if (!text.includes(bio)) old.push(`${i} ${path}`);
    }
  }
  expect(old).toEqual([]);
});

describe('the cookie', () => {
  it('lasts 10 seconds, is not for scripts or other sites, and names no member', async () => {
    const [cookie, ...more] = await change(origins[0], { bio: 'New' });
    expect(cookie).toMatch(
      new RegExp(String.raw`^${CHANGE_COOKIE}=\d+\.[\w-]{22}; Path=/; Max-Age=10; HttpOnly; SameSite=Lax$`),
    );
    expect(more).toEqual([]);
    const { heard } = notificationsOf(app.database.db);
    const secure = new OwnChanges(heard, app.deps.secrets, { publicUrl: new URL('https://skein.test') });
    expect(secure.cookieFor(7n)).toMatch(/; Secure$/);
    expect(secure.cookieFor(7n)).toBe(secure.cookieFor(7n));
  });
  it('is also set by the repetition of a call whose response was lost', async () => {
    const headers = { 'idempotency-key': 'a-key-of-a-lost-response' };
    const [first] = await change(origins[0], { bio: 'Once' }, headers);
    const [second] = await change(origins[0], { bio: 'Once' }, headers);
    expect(first).toContain(CHANGE_COOKIE);
    expect(second).toContain(CHANGE_COOKIE);
    expect((await read(origins[1], callPath(), sent([second!]))).text).toContain('Once');
  });
  it('is not set by reads, refused changes, and changes that no public page shows', async () => {
    for (const path of paths()) expect((await read(origins[0], path)).headers).not.toHaveProperty('set-cookie');
    expect(await change(origins[0], { bio: 'x'.repeat(500) })).toEqual([]);
    const draft = { title: 'A draft', description: 'Kept.', mode: 'solo', categories: ['adventure'], language: 'en' };
    const unseen = [
      await app.send(accountApi.info, {}, member),
      await app.send(storyApi.create, draft, member),
      await app.send(accountApi.updateInfo, { bio: 'x' }),
    ];
    expect(unseen.map(({ status }) => status)).toEqual([200, 200, 401]);
    for (const { headers } of unseen) expect(headers).not.toHaveProperty('set-cookie');
  });
  it('changes neither the response nor the key of the cache', async () => {
    const cookie = sent(await change(origins[0], { bio: 'The same for everyone' }));
    await change(origins[1], { bio: 'The same for all' });
    for (const path of paths()) {
      const named = await read(origins[1], path, cookie);
      const { entries } = other.cache.size;
      const { date: _, ...headers } = named.headers;
      for (const given of [undefined, cookie, `${CHANGE_COOKIE}=1.${'x'.repeat(22)}`]) {
        const { hits } = other.cache.counts;
        const plain = await read(origins[1], path, given);
        expect(plain).toMatchObject({ status: 200, headers, text: named.text });
        expect(other.cache.counts.hits).toBe(hits + 1);
      }
      expect(other.cache.size.entries).toBe(entries);
    }
  });
});

describe('a process that does not hear', () => {
  const FORGED = [
    '99999999999999999999.aaaaaaaaaaaaaaaaaaaaaa',
    '99999999999999999999',
    '99999999999999999999.',
    '999999999999999999999999999.aaaaaaaaaaaaaaaaaaaaaa',
    '-1.aaaaaaaaaaaaaaaaaaaaaa',
    "1'; select 1 --",
    '',
    `${'9'.repeat(3000)}.${'a'.repeat(3000)}`,
  ];

  it('waits at most a second, and then responds with the change, but forged values wait for nothing', async () => {
    for (const path of paths()) await read(origins[1], path);
    gate.freeze();
    const cookie = sent(await change(origins[0], { bio: 'What it has not heard' }));
    const [digits, signature] = cookie.slice(CHANGE_COOKIE.length + 1).split('.');
    const wait = vi.spyOn(notificationsOf(otherDatabase.db).heard, 'wait');
    const forged = [...FORGED, `${BigInt(digits!) + 1n}.${signature}`, `${digits}.${signature!.toUpperCase()}0`];
    for (const path of paths())
      for (const value of [undefined, ...forged]) {
        const { status, text } = await read(
          origins[1],
          path,
          value === undefined ? value : `${CHANGE_COOKIE}=${value}`,
        );
        expect([status, text.includes('What it has not heard')], value).toEqual([200, false]);
      }
    expect(wait).not.toHaveBeenCalled();

    const begun = performance.now();
    const { entries } = other.cache.size;
    const answers = await Promise.all([...paths(), ...paths()].map((path) => read(origins[1], path, cookie)));
    expect(answers.map(({ text }) => text.includes('What it has not heard'))).toEqual([true, true, true, true]);
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(wait).toHaveBeenCalledTimes(4);
    for (const [, milliseconds] of wait.mock.calls) expect(milliseconds).toBe(1000);
    expect(other.cache.size.entries).toBe(entries);
    wait.mockRestore();
  });

  it('and knows it makes each response again, without a wait', async () => {
    gate.shut();
    gate.cut();
    const { heard } = notificationsOf(otherDatabase.db);
    const cookie = sent(await change(origins[0], { bio: 'While it reconnects' }));
    const position = BigInt(/\d+/.exec(cookie.slice(CHANGE_COOKIE.length))![0]);
    await vi.waitFor(async () => expect(await heard.wait(position, 60_000)).toBe(false));
    for (const path of paths()) expect((await read(origins[1], path, cookie)).text).toContain('While it reconnects');
    gate.open();
    // Once it listens again, it has heard of everything before.
    await vi.waitFor(() => expect(heard.has(position)).toBe(true), { timeout: 20_000, interval: 20 });
    for (const path of paths()) expect((await read(origins[1], path, cookie)).text).toContain('While it reconnects');
  });
});

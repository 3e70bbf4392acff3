import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { sentStatements } from '#testing/statements.ts';
import { createTestDatabase } from '#testing/test-server.ts';
import { type ConnectionSettings, type Database, inTransaction, openDatabase } from '../db/database.ts';
import { openGate } from '../db/gate.test-kit.ts';
import { type Listener, listen } from '../db/listen.ts';
import { Notifications, notificationsOf } from '../db/notifications.ts';
import { createLog } from '../log/log.ts';
import { changesFor, invalidateCacheTags } from './changes.ts';
import { emptyCachePolicy, TagCache } from './tag-cache.ts';

/** Waits for a condition instead of a fixed time. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
let settings: ConnectionSettings;
let database: Database;
const log = createLog('silent');
const listeners: Listener[] = [];
const databases: Database[] = [];
beforeAll(async () => {
  settings = await createTestDatabase(inject('postgres'));
  database = openDatabase(settings, () => {}, { max: 4 });
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
  for (const opened of databases.splice(0)) await opened.close();
});
afterAll(() => database.close());

/** The cache of another process, which listens. */
async function listeningCache(
  to = settings,
  times: { answer?: number } = {},
  notifications = new Notifications(),
): Promise<TagCache> {
  const cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
  notifications.subscribe(changesFor(cache));
  listeners.push(await listen(to, notifications, log, times));
  return cache;
}
/** A process that writes and has a cache. */
async function startWriter(): Promise<{ cache: TagCache; db: Database['db'] }> {
  const own = openDatabase(settings, () => {}, { max: 1 });
  databases.push(own);
  return { cache: await listeningCache(settings, {}, notificationsOf(own.db)), db: own.db };
}
const keep = (cache: TagCache, key: string, ...tags: string[]) =>
  cache.fill(key, async () => {
    const cachePolicy = emptyCachePolicy();
    for (const tag of tags) cachePolicy.tags.add(tag);
    return { status: 200, contentType: 'text/plain', body: key, cachePolicy, keep: true };
  });
const kept = (cache: TagCache, key: string) => cache.get(key) !== null;

it('drops invalidated responses on every server, once the change can be read', async () => {
  const caches = [await listeningCache(), await listeningCache()];
  for (const cache of caches) {
    await keep(cache, 'one', 'story:1', 'home');
    await keep(cache, 'two', 'story:2');
  }
  await inTransaction({ db: database.db }, async (inner) => {
    await invalidateCacheTags(inner, 'story:1', 'user:9');
    await sql`select 1`.execute(inner.db);
    for (const cache of caches) expect(kept(cache, 'one')).toBe(true);
  });
  await until(() => {
    for (const cache of caches) expect(kept(cache, 'one')).toBe(false);
  });
  for (const cache of caches) expect(kept(cache, 'two')).toBe(true);
});

it('drops invalidated responses of the writing process right after the commit, and only once', async () => {
  const { cache, db } = await startWriter();
  const other = await listeningCache();
  for (const each of [cache, other]) await keep(each, 'one', 'story:1');
  await inTransaction({ db }, async (inner) => {
    await invalidateCacheTags(inner, 'story:1');
    expect(kept(cache, 'one')).toBe(true);
  });
  expect(kept(cache, 'one')).toBe(false);
  await keep(cache, 'one', 'story:1');
  await keep(cache, 'two', 'story:2');
  // Sent after the former, so it has arrived before.
  await invalidateCacheTags({ db: database.db }, 'story:2');
  await until(() => expect(kept(cache, 'two')).toBe(false));
  expect(kept(cache, 'one')).toBe(true);
  await until(() => expect(kept(other, 'one')).toBe(false));
});

it('drops any number of tags', async () => {
  const cache = await listeningCache();
  const tags = Array.from({ length: 2000 }, (_, i) => `story:${i}`);
  for (const tag of tags) await keep(cache, tag, tag);
  await invalidateCacheTags({ db: database.db }, ...tags);
  await until(() => expect(cache.size.entries).toBe(0));
});

it('stores all notifications of a transaction in one statement', async () => {
  const cache = await listeningCache();
  await keep(cache, 'one', 'story:1');
  await keep(cache, 'two', 'story:2');
  const sent = await sentStatements(() =>
    inTransaction({ db: database.db }, async (inner) => {
      await invalidateCacheTags(inner, 'story:1');
      await inTransaction(inner, (same) => invalidateCacheTags(same, 'story:2'));
    }),
  );
  expect(sent.filter((statement) => statement.includes('insert into outbox'))).toHaveLength(1);
  await until(() => expect([kept(cache, 'one'), kept(cache, 'two')]).toEqual([false, false]));
});

it('drops nothing if the transaction is rolled back', async () => {
  const cache = await listeningCache();
  await keep(cache, 'one', 'story:1');
  await keep(cache, 'two', 'story:2');
  await inTransaction({ db: database.db }, async (inner) => {
    await invalidateCacheTags(inner, 'story:1');
    throw new Error('no');
  }).catch(() => {});
  await invalidateCacheTags({ db: database.db }, 'story:2');
  await until(() => expect(kept(cache, 'two')).toBe(false));
  expect(kept(cache, 'one')).toBe(true);
});

it('sends nothing if there are no tags', () => invalidateCacheTags({ db: null as never }));

it('records which tags a call has invalidated', async () => {
  const cachePolicy = emptyCachePolicy();
  await invalidateCacheTags({ db: database.db, cachePolicy }, 'story:1', 'home');
  expect([...cachePolicy.changed]).toEqual(['story:1', 'home']);
});

it('empties the cache when the connection is lost, and caches nothing until it is back', async () => {
  const gate = await openGate(settings);
  const cache = await listeningCache(gate.settings);
  await keep(cache, 'one', 'story:1');
  gate.hold();
  gate.cut();
  await until(() => expect(kept(cache, 'one')).toBe(false));
  await keep(cache, 'meanwhile', 'story:1');
  expect(kept(cache, 'meanwhile')).toBe(false);

  await until(() => expect(gate.waiting()).toBe(1));
  gate.release();
  await until(async () => {
    await keep(cache, 'again', 'story:1');
    expect(kept(cache, 'again')).toBe(true);
  });
  await invalidateCacheTags({ db: database.db }, 'story:1');
  await until(() => expect(kept(cache, 'again')).toBe(false));
  await listeners.pop()!.stop();
  await gate.close();
});

it('detects and replaces a connection that is open but dead', async () => {
  const gate = await openGate(settings);
  const cache = await listeningCache(gate.settings, { answer: 200 });
  await keep(cache, 'one', 'story:1');
  const [dead] = gate.sockets;
  gate.freeze();
  await invalidateCacheTags({ db: database.db }, 'story:1');
  await until(() => expect(kept(cache, 'one')).toBe(false));
  await until(async () => {
    await keep(cache, 'again', 'story:1');
    expect(kept(cache, 'again')).toBe(true);
  });
  await until(() => expect(gate.sockets.has(dead!)).toBe(false));
  await invalidateCacheTags({ db: database.db }, 'story:1');
  await until(() => expect(kept(cache, 'again')).toBe(false));
  await listeners.pop()!.stop();
  await gate.close();
});

it('closes the connection if it is stopped while reconnecting', async () => {
  const gate = await openGate(settings);
  await listeningCache(gate.settings);
  gate.hold();
  gate.cut();
  await until(() => expect(gate.waiting()).toBe(1));
  await listeners.pop()!.stop();
  gate.release();
  await until(() => expect(gate.sockets.size).toBe(0));
  await gate.close();
});

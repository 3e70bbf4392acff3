import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestDatabase } from '#testing/test-server.ts';
import { type ConnectionSettings, type Database, inTransaction, openDatabase } from '../db/database.ts';
import { createLog } from '../log/log.ts';
import { type Listener, listenForChanges, touch } from './changes.ts';
import { nothingShown, TagCache } from './tag-cache.ts';

let settings: ConnectionSettings;
let database: Database;
const log = createLog('silent');
const listeners: Listener[] = [];
beforeAll(async () => {
  settings = await createTestDatabase(inject('postgres'));
  database = openDatabase(settings, () => {}, { max: 4 });
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
});
afterAll(() => database.close());

async function listeningCache(to = settings): Promise<TagCache> {
  const cache = new TagCache({ maxBytes: 1e6, maxAge: 60_000 });
  listeners.push(await listenForChanges(to, cache, log));
  return cache;
}
const keep = (cache: TagCache, key: string, ...tags: string[]) =>
  cache.fill(key, async () => {
    const shown = nothingShown();
    for (const tag of tags) shown.tags.add(tag);
    return { status: 200, contentType: 'text/plain', body: key, shown, keep: true };
  });
const kept = (cache: TagCache, key: string) => cache.get(key) !== null;

/** A way to the database that can be cut and held. */
async function openGate() {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | null = null;
  const server = createServer((from) => {
    sockets.add(from);
    const pass = () => {
      const to = connect(`${settings.host}/.s.PGSQL.${settings.port}`);
      for (const [one, other] of [[from, to] as const, [to, from] as const]) {
        one.pipe(other);
        one.on('error', () => {}).on('close', () => other.destroy());
      }
      from.on('close', () => sockets.delete(from));
    };
    if (held) held.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    settings: { ...settings, host: '127.0.0.1', port },
    sockets,
    hold: () => {
      held ??= [];
    },
    waiting: () => held?.length ?? 0,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    release: () => {
      for (const pass of held?.splice(0) ?? []) pass();
      held = null;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('what changed is dropped by every server, once the change can be read', async () => {
  const caches = [await listeningCache(), await listeningCache()];
  for (const cache of caches) {
    await keep(cache, 'one', 'story:1', 'home');
    await keep(cache, 'two', 'story:2');
  }
  await inTransaction({ db: database.db }, async (inner) => {
    await touch(inner, 'story:1', 'user:9');
    await sql`select 1`.execute(inner.db);
    for (const cache of caches) expect(kept(cache, 'one')).toBe(true);
  });
  await vi.waitFor(() => {
    for (const cache of caches) expect(kept(cache, 'one')).toBe(false);
  });
  for (const cache of caches) expect(kept(cache, 'two')).toBe(true);
});

it('what was rolled back drops nothing', async () => {
  const cache = await listeningCache();
  await keep(cache, 'one', 'story:1');
  await keep(cache, 'two', 'story:2');
  await inTransaction({ db: database.db }, async (inner) => {
    await touch(inner, 'story:1');
    throw new Error('no');
  }).catch(() => {});
  await touch({ db: database.db }, 'story:2');
  await vi.waitFor(() => expect(kept(cache, 'two')).toBe(false));
  expect(kept(cache, 'one')).toBe(true);
});

it('touching nothing sends nothing', () => touch({ db: null as never }));

it('a lost connection empties the cache, which keeps nothing until the connection is back', async () => {
  const gate = await openGate();
  const cache = await listeningCache(gate.settings);
  await keep(cache, 'one', 'story:1');
  gate.hold();
  gate.cut();
  await vi.waitFor(() => expect(kept(cache, 'one')).toBe(false));
  await keep(cache, 'meanwhile', 'story:1');
  expect(kept(cache, 'meanwhile')).toBe(false);

  await vi.waitFor(() => expect(gate.waiting()).toBe(1));
  gate.release();
  await vi.waitFor(async () => {
    await keep(cache, 'again', 'story:1');
    expect(kept(cache, 'again')).toBe(true);
  });
  await touch({ db: database.db }, 'story:1');
  await vi.waitFor(() => expect(kept(cache, 'again')).toBe(false));
  await listeners.pop()!.stop();
  await gate.close();
});

it('stopped while it connects again it lets go of the connection', async () => {
  const gate = await openGate();
  await listeningCache(gate.settings);
  gate.hold();
  gate.cut();
  await vi.waitFor(() => expect(gate.waiting()).toBe(1));
  await listeners.pop()!.stop();
  gate.release();
  await vi.waitFor(() => expect(gate.sockets.size).toBe(0));
  await gate.close();
});

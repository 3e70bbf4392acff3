import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { createLog } from '#platform/log/log.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { type LiveReader, openLive } from '#testing/live-reader.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type App, createApp } from './app.ts';

export const log = createLog('silent');

/** Waits for a condition instead of a fixed time. */
export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

/** Waits for the first heartbeat, which follows the events that the page had missed. */
export const caughtUp = (reader: LiveReader) => until(() => expect(reader.beats).toBeGreaterThan(0));

/** Two servers on one database: events from one arrive through the other. Each test gets a member of its own. */
export function setUpLive() {
  const app = setUpTestApp();
  const readers: LiveReader[] = [];
  /** Set before the tests. */
  const live = {} as { other: App; origin: string; otherOrigin: string; member: Member };
  let otherDatabase: Database;
  const listeners: Listener[] = [];

  /** How to connect to the database. */
  const settings = () => {
    const { host, port, user, database } = app.database.pool.options;
    return { host: host!, port: port!, user: user!, database: database! };
  };
  /** Makes a server listen. Returns its origin. */
  async function open(server: { http: App['http'] }): Promise<string> {
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
  }
  beforeAll(async () => {
    // Processes have separate connections, and nothing else that they could share.
    otherDatabase = openDatabase(settings(), () => {}, { max: 4 });
    live.other = await createApp({ ...app.deps, db: otherDatabase.db }, otherDatabase, log);
    for (const { db } of [app.database, otherDatabase])
      listeners.push(await listen(settings(), notificationsOf(db), log));
    Object.assign(live, { origin: await open(app.app), otherOrigin: await open(live.other) });
  });
  afterAll(async () => {
    for (const listener of listeners) await listener.stop();
    await live.other.http.close();
    await otherDatabase.close();
  });
  beforeEach(async () => {
    live.member = await buildMember(app);
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await until(() => expect(app.app.live.size + live.other.live.size).toBe(0));
  });

  /** Opens a stream of the member, or of another one. Closed after the test. */
  async function read(at: string, from: Member = live.member, options: Parameters<typeof openLive>[2] = {}) {
    const reader = await openLive(at, from.accessToken, options);
    readers.push(reader);
    return reader;
  }
  return { app, live, settings, open, read };
}

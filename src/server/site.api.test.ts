import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { SECOND } from '#core/time.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { PASSWORD } from '#testing/factories.ts';
import { noPages } from '#testing/no-pages.ts';
import { createTestDatabase, urlOf } from '#testing/test-server.ts';
import { readConfig } from './config.ts';
import { type RunningSite, startSite } from './site.ts';

/** Waits for a condition instead of a fixed time. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 5000, interval: 10 });

let settings: ConnectionSettings;
let database: Database;
let dataDir: string;
let site: RunningSite;
/** A mail server that accepts every connection and never responds. */
const callers = new Set<Socket>();
const mute = createServer((socket) => {
  callers.add(socket.on('error', () => {}).on('close', () => callers.delete(socket)));
});

beforeAll(() => new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  mute.close();
});
beforeEach(async () => {
  settings = await createTestDatabase(inject('postgres'));
  database = openDatabase(settings, () => {}, { max: 4 });
  dataDir = await mkdtemp(join(tmpdir(), 'skein-site-'));
});
afterEach(async () => {
  for (const socket of callers) socket.destroy();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: urlOf(settings),
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret of tests that is long enough',
      SMTP_URL: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`,
      ...env,
    },
    '/',
  );
  site = await startSite(config, createLog('silent'), noPages);
}
const address = (path: string) => `${site.url.replace('localhost', '127.0.0.1')}${path}`;
const post = (path: string, body: object) =>
  fetch(address(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('a stopping site answers open requests, accepts no new ones and releases a hanging email, within 10 s', {
  timeout: 20_000,
}, async () => {
  await start({ HUMAN_CHECK: 'off', RATE_LIMITS: 'off' });
  expect((await post('/api/user/register', { email: 'ann@skein.test', password: PASSWORD })).status).toBe(200);
  await until(() => expect(callers.size).toBe(1));

  const begun = performance.now();
  const held = await database.db.startTransaction().execute();
  await sql`lock table accounts in access exclusive mode`.execute(held);
  const running = post('/api/user/login', { email: 'ann@skein.test', password: PASSWORD, platform: 'web' });
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
    expect(rows.length).toBeGreaterThan(0);
  });
  const stopping = site.stop();
  // The email is still being sent, but no new requests are accepted.
  await until(() => expect(fetch(address('/api/health'))).rejects.toThrow());
  expect(performance.now() - begun).toBeLessThan(1500);
  await held.rollback().execute();
  const answer = await running;
  expect(answer.headers.get('connection')).toBe('close');
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 409,
    body: { code: 'email_not_verified' },
  });

  await stopping;
  expect(performance.now() - begun).toBeLessThan(10 * SECOND);
  const { rows } = await sql`select locked_by, attempts from graphile_worker.jobs`.execute(database.db);
  expect(rows).toEqual([{ locked_by: null, attempts: 1 }]);
});

it('an idle site stops right away', async () => {
  await start();
  // A connection that is kept open isn’t a request.
  expect((await fetch(address('/api/health'))).status).toBe(200);
  const begun = performance.now();
  await site.stop();
  expect(performance.now() - begun).toBeLessThan(1 * SECOND);
});

it('a site behind a load balancer reports the stop first, and serves requests until that was noticed', async () => {
  await start({ PUBLIC_URL: 'http://10.1.2.3' });
  const ready = async () => (await fetch(address('/api/ready'))).status;
  expect(await ready()).toBe(200);
  const stopping = site.stop();
  expect(await ready()).toBe(503);
  expect((await fetch(address('/api/story/home'))).status).toBe(200);
  await stopping;
  await expect(ready()).rejects.toThrow();
});

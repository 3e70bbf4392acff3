import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SECOND } from '#core/time.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp({}, { refusesWhenBusy: true });
const ask = (url: string) => app.app.http.inject({ url });
/** A response that needs the database. */
const home = () => ask('/api/story/home');

/** Computes repeatedly for so long that nothing else can run. */
async function keepBusy(milliseconds: number, atOnce: number): Promise<void> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    for (const pause = performance.now() + atOnce; performance.now() < pause; );
    await turn();
  }
}

const expectRefused = ({ statusCode, headers, json }: Awaited<ReturnType<typeof ask>>) => {
  expect({ statusCode, body: json() }).toMatchObject({ statusCode: 503, body: { code: 'unavailable' } });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
};

it('refuses with Retry-After when there is too much to compute, reports that it is alive, sends files, and recovers', async () => {
  expect((await home()).statusCode).toBe(200);
  // The delay is checked every second, as the mean of that second. The first one was half idle.
  await keepBusy(3.5 * SECOND, 700);
  expectRefused(await home());
  expect((await ask('/api/health')).statusCode).toBe(200);
  // This app has no pages, so there is no such file. It isn’t refused.
  expect((await ask('/assets/page.css')).statusCode).toBe(404);
  const calm = performance.now();
  await vi.waitFor(async () => expect((await home()).statusCode).toBe(200), { timeout: 10 * SECOND, interval: 50 });
  expect(performance.now() - calm).toBeLessThan(5 * SECOND);
});

it('refuses with Retry-After when all database connections are taken, and recovers', async () => {
  app.app.cache.setListening(false);
  const { pool } = app.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  expectRefused(await home());
  for (const client of taken) client.release();
  expect((await home()).statusCode).toBe(200);
});

it('refuses with Retry-After what would wait for too many others, and not what it spares', async () => {
  const { pool } = app.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = Array.from({ length: 200 }, (_, n) => ask(`/api/story/search?q=word${n}`));
  const refused = [await ask('/api/story/search?q=another'), await ask('/api/health')];
  // It needs the database, too.
  const ready = ask('/api/ready');
  for (const client of taken) client.release();
  expect((await ready).statusCode).toBe(200);
  expectRefused(refused[0]!);
  expect(refused[1]!.statusCode).toBe(200);
  await Promise.all(waiting);
  expect((await ask('/api/story/search?q=another')).statusCode).toBe(200);
});

import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { TagCache } from '../cache/tag-cache.ts';
import type { Deps } from '../context.ts';
import { FALLBACKS } from '../db/replica/replica.ts';
import { Room } from '../db/room.ts';
import type { Metric } from '../features/feature.ts';
import { registerRawRoutes } from '../http/raw-routes.ts';
import { createHttpServer } from '../http/server.ts';
import { createLog } from '../log/log.ts';
import { unshared } from '../processes/shared.ts';
import { createMetrics } from './metrics.ts';

async function ask(env: Record<string, string>, remoteAddress: string, headers: Record<string, string> = {}) {
  const config = readConfig(env, '/');
  const app = await createHttpServer(config, createLog('silent'), errorStatuses);
  const cache = new TagCache({ maxBytes: 1000, maxAge: 1000 });
  const deps = { config, files: { failures: () => 5 } } as unknown as Deps;
  const pool = { waitingCount: 3, totalCount: 7 } as never;
  const room = new Room(() => Promise.reject(new Error('full')));
  room.heard();
  const ofFeatures: Record<string, Metric> = {
    skein_test_gauge: { type: 'gauge', help: 'A gauge of a feature', read: async () => 4 },
    skein_test_counter: { type: 'counter', help: 'A counter of a feature', read: ({ config: { port } }) => port },
  };
  const replica = {
    counts: { reads: 5, fallbacks: Object.fromEntries(FALLBACKS.map((reason, i) => [reason, i])) as never },
    watch: { refusal: 'late', lag: { bytes: 100, milliseconds: () => 2500 } },
  };
  const metrics = createMetrics(app, config, cache, { pool, room }, { size: 2 }, deps, ofFeatures, unshared, replica);
  registerRawRoutes(app, [metrics], { deps: {} } as never);
  app.get('/story/:id', async () => 'x');
  await app.inject({ url: '/story/1' });
  await app.inject({ url: '/story/2' });
  const response = await app.inject({ url: '/metrics', remoteAddress, headers });
  await app.close();
  return response;
}
const TOKEN = 'a token of sixteen or more';

describe('metrics', () => {
  it('tell how the replica is', async () => {
    const { body } = await ask({}, '127.0.0.1');
    for (const line of [
      'skein_replica_reads 5',
      'skein_replica_fallbacks{reason="late"} 3',
      'skein_replica_in_use 0',
      'skein_replica_lag_bytes 100',
      'skein_replica_lag_seconds 2.5',
    ])
      expect(body).toContain(`\n${line}\n`);
  });

  it('count by route, never by the URL of a page', async () => {
    const { body, headers } = await ask({}, '127.0.0.1');
    expect(body).toContain('skein_request_seconds_count{route="/story/:id",status="200"} 2');
    expect(body).not.toContain('/story/1');
    expect(body).toContain('skein_database_waiting 3');
    expect(body).toContain('skein_database_open 7');
    expect(body).toContain('skein_database_out_of_room 1');
    expect(body).toContain('skein_storage_failures 5');
    expect(body).toContain('process_resident_memory_bytes');
    expect(headers['cache-control']).toBe('no-store');
  });
  it('contain those of features, as they are now', async () => {
    const { body } = await ask({ PORT: '3456' }, '127.0.0.1');
    expect(body).toContain('# TYPE skein_test_gauge gauge\nskein_test_gauge 4');
    expect(body).toContain('# TYPE skein_test_counter counter\nskein_test_counter 3456');
  });
  it.each<[string, Record<string, string>, string, Record<string, string>, number]>([
    ['a loopback caller', {}, '127.0.0.1', {}, 200],
    ['a loopback caller by IPv6', {}, '::1', {}, 200],
    ['anyone else', {}, '192.0.2.1', {}, 404],
    ['a proxy on this machine', { TRUST_PROXY: '1' }, '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, 404],
    ['a caller that claims to be loopback', { TRUST_PROXY: '1' }, '192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['a caller with the token', { METRICS_TOKEN: TOKEN }, '192.0.2.1', { authorization: `Bearer ${TOKEN}` }, 200],
    ['a caller with another token', { METRICS_TOKEN: TOKEN }, '192.0.2.1', { authorization: `Bearer ${TOKEN}x` }, 404],
    ['a loopback caller without the token', { METRICS_TOKEN: TOKEN }, '127.0.0.1', {}, 404],
  ])('for %s', async (_who, env, address, headers, status) => {
    expect((await ask(env, address, headers)).statusCode).toBe(status);
  });
});

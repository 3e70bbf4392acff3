import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LIVE_PATH } from '#core/live.ts';
import type { TagCache } from '../cache/tag-cache.ts';
import type { Config } from '../config.ts';
import type { LiveHub } from '../live/hub.ts';

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Compares in the same time however much of it is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** What `/metrics` tells, for Prometheus. Open to loopback callers, or to who has the token of the settings. */
export function serveMetrics(
  app: FastifyInstance,
  config: Config,
  cache: TagCache,
  pool: pg.Pool,
  live: Pick<LiveHub, 'size'>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'skein_request_seconds',
    help: 'Time to answer, by route and status; kept answers are not among them but in skein_cache_hits',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('skein_cache_entries', 'Answers in the cache', () => cache.size.entries);
  gauge('skein_cache_bytes', 'Bytes in the cache', () => cache.size.bytes);
  gauge('skein_cache_hits', 'Answers from the cache since the start', () => cache.counts.hits);
  gauge('skein_cache_misses', 'Answers made anew since the start', () => cache.counts.misses);
  gauge('skein_live_streams', 'Open pages of members that hear of news', () => live.size);
  gauge('skein_database_waiting', 'Requests waiting for a connection', () => pool.waitingCount);
  gauge('skein_database_open', 'Open connections', () => pool.totalCount);
  // Looking up the labels costs more than counting.
  const observers = new Map<string, Histogram.Internal<'route' | 'status'>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream lasts as long as its page is open, which says nothing about how fast we answer.
    if (route === `/api/${LIVE_PATH}` && reply.statusCode === 200) return done();
    const key = `${reply.statusCode} ${route}`;
    let observer = observers.get(key);
    if (!observer) {
      observer = duration.labels({ route, status: String(reply.statusCode) });
      observers.set(key, observer);
    }
    observer.observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    const { authorization } = request.headers;
    const allowed = config.metricsToken
      ? isSame(authorization ?? '', `Bearer ${config.metricsToken}`)
      : LOOPBACK.test(request.ip) && config.trustProxy === 0;
    if (!allowed) return reply.code(404).type('text/plain').send('not found');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

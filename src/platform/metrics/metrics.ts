import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LIVE_PATH } from '#core/live.ts';
import type { TagCache } from '../cache/tag-cache.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Metric } from '../features/feature.ts';
import { isForwarded } from '../http/caller.ts';
import { type RawRoute, rawRoute } from '../http/raw-routes.ts';
import type { LiveHub } from '../live/hub.ts';
import { type Shared, unshared } from '../processes/shared.ts';
import { type MeasuredReplica, measureReplica } from './replica-metrics.ts';

const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Measures all requests, and returns the route `/metrics` for Prometheus. It requires the token of the settings. Without
 * one, only loopback clients can read it, and only if there is no proxy.
 */
export function createMetrics(
  app: FastifyInstance,
  config: Config,
  cache: TagCache,
  { pool, room }: Pick<Database, 'pool' | 'room'>,
  live: Pick<LiveHub, 'size'>,
  deps: Deps,
  ofFeatures: Readonly<Record<string, Metric>>,
  shared: Shared = unshared,
  replica: MeasuredReplica | null = null,
): RawRoute {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Otherwise a sum of several processes leaves it out.
  Object.assign(registry.getSingleMetric('process_start_time_seconds')!, { aggregator: 'min' });
  const readAll = shared.metrics(registry);
  // What features report is about the whole site, so no other process adds to it.
  const ofSite = new Registry();
  const duration = new Histogram({
    name: 'skein_request_seconds',
    help: 'Response time by route and status; without cache hits, which are in skein_cache_hits',
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
  gauge('skein_cache_entries', 'Responses in the cache', () => cache.size.entries);
  gauge('skein_cache_bytes', 'Bytes in the cache', () => cache.size.bytes);
  gauge('skein_cache_hits', 'Cache hits since the start', () => cache.counts.hits);
  gauge('skein_cache_misses', 'Cache misses since the start', () => cache.counts.misses);
  gauge('skein_live_streams', 'Open pages of members that receive events', () => live.size);
  gauge('skein_database_waiting', 'Requests waiting for a database connection', () => pool.waitingCount);
  gauge('skein_database_open', 'Open database connections', () => pool.totalCount);
  new Gauge({
    name: 'skein_database_out_of_room',
    help: '1 if the database has no room to store anything, 0 if it has',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.set((await room.isOut()) ? 1 : 0);
    },
  });
  gauge('skein_storage_failures', 'Failed requests to the store of images and exports since the start', () =>
    deps.files.failures(),
  );
  if (replica) measureReplica(registry, replica);
  /** Returns null if it can’t be read, so that the others are reported without it. */
  const latest = async (name: string, read: Metric['read']) => {
    try {
      return await read(deps);
    } catch (err) {
      deps.log.warn({ err, metric: name }, 'A metric can’t be read');
      return null;
    }
  };
  for (const [name, { type, help, read }] of Object.entries(ofFeatures)) {
    if (type === 'gauge') {
      new Gauge({
        name,
        help,
        registers: [ofSite],
        async collect() {
          const value = await latest(name, read);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    } else {
      new Counter({
        name,
        help,
        registers: [ofSite],
        async collect() {
          const value = await latest(name, read);
          if (value === null) return this.remove();
          this.reset();
          this.inc(value);
        },
      });
    }
  }
  // Looking up the labels costs more than counting.
  const observers = new Map<string, Histogram.Internal<'route' | 'status'>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream lasts as long as its page is open, which says nothing about response times.
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
  return rawRoute({
    method: 'GET',
    path: '/metrics',
    access: 'operator',
    cache: 'no-store',
    limit: { none: 'Only the operator gets more than a refusal.' },
    async answer({ headers, ip }) {
      const allowed = config.metricsToken
        ? isSame(headers.authorization ?? '', `Bearer ${config.metricsToken}`)
        : // A proxy on this machine passes on requests of anyone.
          LOOPBACK.test(ip) && config.trustProxy === 0 && !isForwarded(headers);
      if (!allowed) return { status: 404, type: 'text/plain', body: 'not found' };
      const texts = await Promise.all([readAll(), ofSite.metrics()]);
      return { type: registry.contentType, body: texts.join('\n') };
    },
  });
}

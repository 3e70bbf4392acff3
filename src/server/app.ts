import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { DEFAULT_LANGUAGE } from '#core/languages.ts';
import { HOUR } from '#core/time.ts';
import { findActor, identify, identifyRestricted, lockCaller } from '#features/accounts/server/index.ts';
import { findNewer } from '#features/messages/server/index.ts';
import { changesFor } from '#platform/cache/changes.ts';
import { TagCache } from '#platform/cache/tag-cache.ts';
import { createCtx, type Deps } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import type { Replica } from '#platform/db/replica/replica.ts';
import { type Api, createApi } from '#platform/http/api.ts';
import { type CacheFirstHandler, createCacheFirstHandler } from '#platform/http/cache-first.ts';
import { OwnChanges } from '#platform/http/own-changes.ts';
import { type RawRoute, registerRawRoutes } from '#platform/http/raw-routes.ts';
import { SecurityHeaders } from '#platform/http/security-headers.ts';
import { createHttpServer, MAX_EVENT_LOOP_DELAY } from '#platform/http/server.ts';
import { LiveHub, STREAMS_OF_MEMBER } from '#platform/live/hub.ts';
import { serveLive } from '#platform/live/serve-live.ts';
import { sessionEndsFor } from '#platform/live/session-ends.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { type Shared, unshared } from '#platform/processes/shared.ts';
import { REMOVER } from '#web/offline/remover.ts';
import { metrics, routes } from './features.ts';
import { errorStatuses } from './model.ts';
import { listRawRoutes } from './raw-routes.ts';

/** Memory for cached pages and responses. Enough for about 4,000 chapters. */
const CACHE_BYTES = 64 * 1024 * 1024;

export interface App {
  readonly http: FastifyInstance;
  readonly api: Api;
  readonly cache: TagCache;
  readonly ownChanges: OwnChanges;
  /** Everything that is served besides calls and pages. */
  readonly rawRoutes: readonly RawRoute[];
  /** The open pages of members, which receive events. */
  readonly live: LiveHub;
  /**
   * While true, `/api/ready` tells load balancers to send no more requests, and connections are closed after their
   * response.
   */
  draining: boolean;
  /** While true, connections are closed after their response, because another process takes over. */
  leaving: boolean;
  /** Script of the service worker, which comes with the pages. */
  serviceWorker: string;
}

/** Creates the web server without its pages: the calls and the raw routes. `servePages` adds the pages. */
export async function createApp(
  deps: Deps,
  database: Database,
  log: FastifyBaseLogger,
  {
    maxEventLoopDelay = MAX_EVENT_LOOP_DELAY,
    shared = unshared,
    replica = null,
  }: { maxEventLoopDelay?: number; shared?: Shared; replica?: Replica | null } = {},
): Promise<App> {
  const { config } = deps;
  const securityHeaders = new SecurityHeaders(config);
  const cache = new TagCache({ maxBytes: CACHE_BYTES, maxAge: HOUR, fills: shared.fills });
  const notifications = notificationsOf(deps.db);
  const ownChanges = new OwnChanges(notifications.heard, deps.secrets, config);
  const answerKept = createCacheFirstHandler({
    cache,
    ownChanges,
    securityHeaders,
    limits: deps.limits,
    trustProxy: config.trustProxy,
  });
  const first: CacheFirstHandler = (request, response, others) => {
    // While draining, only responses of the framework close their connection.
    if (app.draining || app.leaving) others(request, response);
    else answerKept(request, response, others);
  };
  const http = await createHttpServer(config, log, errorStatuses, first, securityHeaders, maxEventLoopDelay, shared);
  const api = createApi({
    routes,
    deps,
    identify: (token) => identify(deps, token),
    identifyRestricted: (token) => identifyRestricted(deps, token),
    hold: (db, actor) => lockCaller({ ...deps, db }, actor),
    cache,
    ownChanges,
    replica,
  });
  const live = new LiveHub();
  const tellOthers = shared.outOfRoom(() => database.room.heard());
  database.room.report({
    out: tellOthers,
    changed(isOut) {
      if (isOut) log.error('The database has no room left: free space on its disk. Until then, only reads work');
      else log.info('The database has room again');
    },
  });
  const rawRoutes = listRawRoutes({
    isDraining: () => app.draining,
    serviceWorker: () => app.serviceWorker,
    database,
    metrics: createMetrics(http, config, cache, database, live, deps, metrics, shared, replica),
  });
  const app: App = {
    http,
    api,
    cache,
    ownChanges,
    rawRoutes,
    live,
    draining: false,
    leaving: false,
    serviceWorker: REMOVER,
  };
  for (const subscriber of [changesFor(cache), live, sessionEndsFor(live)]) {
    const unsubscribe = notifications.subscribe(subscriber);
    http.addHook('onClose', async () => unsubscribe());
  }
  // Otherwise stopping would wait for connections that browsers keep open.
  http.addHook('onSend', (_request, reply, _body, done) => {
    if (app.draining || app.leaving) reply.header('connection', 'close');
    done();
  });
  registerRawRoutes(http, rawRoutes, { deps, cache, ownChanges, api });
  serveLive(http, {
    hub: live,
    limits: deps.limits,
    places: shared.places('streams', STREAMS_OF_MEMBER),
    identify: (token) => identify(deps, token),
    confirm: async ({ id, sessionId }) => void (await findActor(deps, { accountId: id, sessionId })),
    findNewer: (accountId, after) => findNewer(deps, accountId, after),
    topics: deps.liveTopics,
    contextOf: (actor) => createCtx(deps, { language: DEFAULT_LANGUAGE, actor }),
    isDraining: () => app.draining,
  });
  api.register(http);
  return app;
}

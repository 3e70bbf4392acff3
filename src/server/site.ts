import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '#core/time.ts';
import { type Config, isLoopback } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { type Shared, unshared } from '#platform/processes/shared.ts';
import { readSecretKeys } from '#platform/secret-keys.ts';
import { type App, createApp } from './app.ts';
import { reportBackups } from './backup/backup-report.ts';
import { placeData, type ReadyDatabase, readyDatabase } from './database.ts';
import { createDeps } from './deps.ts';
import { watches } from './features.ts';
import { reportMailServer } from './mail-report.ts';
import { builtPages, type PageSource, servePages } from './pages.ts';
import { warnOfPasskeys } from './passkey-warning.ts';
import { reportPlace } from './place-report.ts';
import { hourly, jobsOfSite, tick } from './regular.job.ts';
import { openReplica, refuseWrongReplica } from './replica.ts';
import { stepDown } from './step-down.ts';

/** Maximum time to wait for running requests and jobs when stopping. The rest must also be done within 10 s. */
const DRAIN_MS = 8 * SECOND;
/** If other processes may serve the site, load balancers get this long to notice that this one is stopping. */
const NOTICE_MS = 2 * SECOND;
/** Time for clients to use their connections once more, so that a response can tell them to close these. */
const LAST_RESPONSES_MS = 6 * SECOND;

export interface RunningSite {
  readonly config: Config;
  /** For commands that run next to the site. */
  readonly deps: Deps;
  /** Where it actually listens, such as `http://localhost:3000`. */
  readonly url: string;
  /** Lets requests and jobs finish, then stops everything that was started, including the database. */
  stop: () => Promise<void>;
  /** Stops like `stop`, and waits for other processes before it closes the database. */
  stopWith: (others: Promise<void>) => Promise<void>;
  /** Stops like `stop`, but other processes of this machine take over: no client may notice. */
  leave: () => Promise<void>;
}

/** Starts the whole site according to the settings: database, web, worker. `stepsDown`: see `SiteParts`. */
export async function startSite(
  wanted: Config,
  log: FastifyBaseLogger,
  pages: PageSource = builtPages,
  stepsDown = false,
): Promise<RunningSite> {
  const config = placeData(wanted, log);
  const parts = { web: config.role !== 'worker', worker: config.role !== 'web' };
  const ready = await readyDatabase(config, log);
  await refuseWrongReplica(config, ready, log);
  return startParts(config, ready, log, { ...parts, pages, stepsDown });
}

/** What this process does of the site. */
export interface SiteParts {
  web: boolean;
  worker: boolean;
  pages?: PageSource;
  /** If several processes on this machine serve the site. */
  shared?: Shared;
  /** If this process is root, it becomes the user of the site as soon as it listens. */
  stepsDown?: boolean;
}

/** Starts parts of the site on a database that is ready. It is closed with them, also if the start fails. */
export async function startParts(
  config: Config,
  ready: ReadyDatabase,
  log: FastifyBaseLogger,
  parts: SiteParts,
): Promise<RunningSite> {
  const { pages = builtPages, shared = unshared } = parts;
  const stops: (() => Promise<void>)[] = [ready.close];
  let web: App | null = null;
  let worker: Worker | null = null;
  const notice = ready.alone || isLoopback(config.publicUrl) ? 0 : NOTICE_MS;
  const orLog = (step: Promise<void> | undefined) =>
    step?.catch((err) => log.error({ err }, 'A part did not stop cleanly'));
  const stopAfter = async (drained: Promise<void> | undefined) => {
    // At the same time, so that visitors aren’t served for longer because a mail server is slow.
    await Promise.all([orLog(drained), orLog(worker?.stop(DRAIN_MS))]);
    // In reverse order of their start.
    for (const step of stops.splice(0).reverse()) await orLog(step());
  };
  const stop = () => stopAfter(web ? drainWeb(web, notice) : undefined);
  const leave = () => stopAfter(web ? leaveWeb(web) : undefined);
  try {
    const deps = createDeps({ config, ...(await readSecretKeys(config)), database: ready.database, log, shared });
    let url = config.publicUrl.origin;
    const replica = parts.web ? openReplica(config, ready.database, log) : null;
    if (replica) stops.push(() => replica.stop());
    const app = parts.web ? await createApp(deps, ready.database, log, { shared, replica }) : null;
    // Workers listen too, because any process may be elected to notify the others.
    const listener = await listen(ready.settings, notificationsOf(ready.database.db), log);
    stops.push(() => listener.stop());
    if (app) {
      await servePages(app, deps, pages);
      web = app;
      await app.http.listen({ port: config.port, host: config.host });
      const { port } = app.http.server.address() as AddressInfo;
      url = `http://localhost:${port}`;
    }
    if (parts.stepsDown) stepDown(ready.siteUser, config, log);
    if (parts.worker) {
      worker = await startWorker({
        jobs: jobsOfSite(ready.settings),
        regular: { everyMinute: tick, everyHour: hourly },
        watches,
        deps,
        pool: ready.database.pool,
        alone: ready.alone,
      });
    }
    if (parts.worker) {
      void reportMailServer(deps);
      const placed = reportPlace(deps);
      // It may be writing its mark. A store that doesn’t answer holds up no stop.
      stops.push(() => Promise.race([placed, delay(SECOND, undefined, { ref: false })]));
      void reportBackups(deps).catch((err) => log.warn({ err }, 'The folder for backups can’t be examined'));
    }
    warnOfPasskeys(config, log);
    return { config, deps, url, stop, stopWith: stopAfter, leave };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Answers open requests and accepts no new ones: first tells load balancers, then closes the server. */
async function drainWeb(app: App, notice: number): Promise<void> {
  app.draining = true;
  const forced = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  if (notice > 0) await delay(notice);
  await app.http.close();
  clearTimeout(forced);
}

/**
 * Accepts no new connections, but answers on open ones until each has had a last response or has been idle for a while.
 * Streams end at once, and their pages reconnect.
 */
async function leaveWeb(app: App): Promise<void> {
  const { server } = app.http;
  app.leaving = true;
  app.live.close();
  const done = new AbortController();
  // Not that of HTTP servers, which also closes idle connections, on which a request may be on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, delay(LAST_RESPONSES_MS, null, { signal: done.signal }).catch(() => {})]);
  done.abort();
  await app.http.close();
}

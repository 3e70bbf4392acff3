import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '#core/time.ts';
import { type Config, isLoopback } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { loadSecretKey } from '#platform/secrets.ts';
import { type App, createApp } from './app.ts';
import { placeData, readyDatabase } from './database.ts';
import { createDeps } from './deps.ts';
import { watches } from './features.ts';
import { reportMailServer } from './mail-report.ts';
import { builtPages, type PageSource, servePages } from './pages.ts';
import { allJobs, hourly, tick } from './regular.job.ts';

/** Maximum time to wait for running requests and jobs when stopping. The rest must also be done within 10 s. */
const DRAIN_MS = 8 * SECOND;
/** If other processes may serve the site, load balancers get this long to notice that this one is stopping. */
const NOTICE_MS = 2 * SECOND;

export interface RunningSite {
  readonly config: Config;
  /** For commands that run next to the site. */
  readonly deps: Deps;
  /** Where it actually listens, such as `http://localhost:3000`. */
  readonly url: string;
  /** Lets requests and jobs finish, then stops everything that was started, including the database. */
  stop: () => Promise<void>;
}

/** Starts the whole site according to the settings: database, web, worker. */
export async function startSite(
  wanted: Config,
  log: FastifyBaseLogger,
  pages: PageSource = builtPages,
): Promise<RunningSite> {
  const config = placeData(wanted, log);
  const ready = await readyDatabase(config, log);
  const stops: (() => Promise<void>)[] = [ready.close];
  let web: App | null = null;
  let worker: Worker | null = null;
  const notice = ready.alone || isLoopback(config.publicUrl) ? 0 : NOTICE_MS;
  const orLog = (step: Promise<void> | undefined) =>
    step?.catch((err) => log.error({ err }, 'A part did not stop cleanly'));
  const stop = async () => {
    // At the same time, so that visitors aren’t served for longer because a mail server is slow.
    await Promise.all([orLog(web ? drainWeb(web, notice) : undefined), orLog(worker?.stop(DRAIN_MS))]);
    // In reverse order of their start.
    for (const step of stops.splice(0).reverse()) await orLog(step());
  };
  try {
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const deps = createDeps({ config, secretKey, database: ready.database, log });
    let url = config.publicUrl.origin;
    const app = config.role === 'worker' ? null : await createApp(deps, ready.database, log);
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
    if (config.role !== 'web') {
      worker = await startWorker({
        jobs: allJobs,
        regular: { everyMinute: tick, everyHour: hourly },
        watches,
        deps,
        pool: ready.database.pool,
        alone: ready.alone,
      });
    }
    if (config.role !== 'web') void reportMailServer(deps);
    return { config, deps, url, stop };
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

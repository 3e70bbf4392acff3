import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { listenForChanges } from '#platform/cache/changes.ts';
import type { Config } from '#platform/config.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { loadSecretKey } from '#platform/secrets.ts';
import { createApp } from './app.ts';
import { placeData, readyDatabase } from './database.ts';
import { type AppDeps, createDeps } from './deps.ts';
import { jobs } from './jobs.ts';
import { builtPages, type PageSource, servePages } from './pages.ts';
import { hourly, tick } from './tick.job.ts';

/** Requests in flight are waited for so long after a stop was asked. */
const DRAIN_MS = 10_000;

export interface Site {
  readonly config: Config;
  /** For commands that work beside the running site. */
  readonly deps: AppDeps;
  /** Where it really listens, as `http://localhost:3000`. */
  readonly url: string;
  /** Lets requests and jobs finish, then stops everything that was started, the database included. */
  stop(): Promise<void>;
}

/** Starts the whole site as the settings say: database, web, worker. */
export async function startSite(wanted: Config, log: FastifyBaseLogger, pages: PageSource = builtPages): Promise<Site> {
  const config = placeData(wanted, log);
  const ready = await readyDatabase(config, log);
  const stops: (() => Promise<void>)[] = [ready.close];
  // Last started, first stopped.
  const stop = async () => {
    for (const step of stops.splice(0).reverse())
      await step().catch((err) => log.error({ err }, 'A part did not stop cleanly'));
  };
  try {
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const deps = createDeps({ config, secretKey, database: ready.database, log });
    stops.push(async () => deps.mailer.close());
    let url = config.publicUrl.origin;
    if (config.role !== 'worker') {
      const app = await createApp(deps, ready.database, log);
      const listener = await listenForChanges(ready.settings, app.cache, log);
      stops.push(() => listener.stop());
      await servePages(app, deps, pages);
      await app.http.listen({ port: config.port, host: config.host });
      stops.push(async () => {
        app.draining = true;
        const forced = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
        await app.http.close();
        clearTimeout(forced);
      });
      const { port } = app.http.server.address() as AddressInfo;
      url = `http://localhost:${port}`;
    }
    if (config.role !== 'web') {
      const regular = { everyMinute: tick.name, everyHour: hourly.name };
      const worker = await startWorker({ jobs, regular, deps, pool: ready.database.pool, alone: ready.alone });
      stops.push(() => worker.stop());
    }
    await hintAtAdministrator(deps, log);
    return { config, deps, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function hintAtAdministrator(deps: AppDeps, log: FastifyBaseLogger): Promise<void> {
  const first = await deps.db
    .selectFrom('account_roles')
    .select('account_id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst();
  if (!first)
    log.info(
      'There is no administrator yet. Sign up on the site, then run: npm run admin -- grant administrator EMAIL',
    );
}

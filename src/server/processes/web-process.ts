import type { FastifyBaseLogger } from 'fastify';
import { shareCores } from '#features/accounts/server/index.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openChannel } from '#platform/processes/channel.ts';
import type { ChildCalls, ParentCalls } from '#platform/processes/protocol.ts';
import { type SharedAnswers, shareWithParent } from '#platform/processes/share-with-parent.ts';
import { builtPages, type PageSource } from '../pages.ts';
import { type RunningSite, startParts } from '../site.ts';

/**
 * Serves requests as one of several processes, on the database that their parent has prepared. `onStop` is called when
 * the whole site stops.
 */
export async function startWebProcess(
  wanted: Config,
  log: FastifyBaseLogger,
  onStop: () => void,
  pages: PageSource = builtPages,
): Promise<RunningSite> {
  let answers: SharedAnswers | null = null;
  const parent = openChannel<ParentCalls, ChildCalls>(process as never, {
    ping: () => parent.tell('pong'),
    stop: onStop,
    recall: (name, key) => answers?.recall(name, key) ?? 0,
    giveFill: (key) => answers?.giveFill(key) ?? null,
    outOfRoom: () => answers?.outOfRoom(),
    ownMetrics: async () => answers?.ownMetrics() ?? [],
  });
  const { dataDir, database: settings, siteUser, connections, processes } = await parent.ask('start');
  shareCores(processes);
  const sharing = shareWithParent(parent, processes);
  answers = sharing.answers;
  const database = openDatabase(settings, (err) => log.warn({ err }, 'A database connection was lost'), {
    max: connections,
  });
  const alone = wanted.databaseUrl === null;
  const site = await startParts(
    { ...wanted, dataDir },
    { database, settings, siteUser, alone, close: database.close },
    log,
    {
      web: true,
      worker: false,
      pages,
      shared: sharing.shared,
      stepsDown: siteUser !== null,
    },
  );
  parent.tell('ready', site.url);
  return {
    ...site,
    leave() {
      parent.tell('leaving');
      return site.leave();
    },
  };
}

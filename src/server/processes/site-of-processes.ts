import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config.ts';
import { placeData, readyDatabase } from '../database.ts';
import { refuseWrongReplica } from '../replica.ts';
import { type RunningSite, startParts } from '../site.ts';
import { Children } from './children.ts';
import { connectionsOf } from './connections.ts';

/**
 * Starts the site with several web processes. This one owns the database and its migrations, runs the jobs if the role
 * says so, and keeps the others running, which run `program`.
 */
export async function startSiteOfProcesses(
  wanted: Config,
  log: FastifyBaseLogger,
  program: string,
  stepsDown = false,
): Promise<RunningSite> {
  const config = placeData(wanted, log);
  const ready = await readyDatabase(config, log);
  await refuseWrongReplica(config, ready, log);
  const children = new Children(
    program,
    {
      dataDir: config.dataDir,
      database: ready.settings,
      siteUser: stepsDown ? ready.siteUser : null,
      connections: connectionsOf(config),
      processes: config.webProcesses,
    },
    log,
  );
  ready.database.room.report({ out: () => children.tellOutOfRoom(), changed() {} });
  try {
    const url = await children.start();
    // Only then, because they are started as root, too, and this process opens their port.
    const parts = { web: false, worker: config.role === 'all', stepsDown };
    const site = await startParts(config, ready, log, parts);
    const stop = () => site.stopWith(children.stop());
    return { ...site, url, stop, leave: stop };
  } catch (error) {
    await children.stop();
    await ready.close();
    throw error;
  }
}

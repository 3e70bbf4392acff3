import cluster from 'node:cluster';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from './config.ts';
import { offerFirstAdministrator } from './first-administrator.ts';
import { builtPages } from './pages.ts';
import { plainFailure } from './plain-failure.ts';
import { WebProcessFailure } from './processes/children.ts';
import { startSiteOfProcesses } from './processes/site-of-processes.ts';
import { startWebProcess } from './processes/web-process.ts';
import { type RunningSite, startSite } from './site.ts';
import { returnStartMemory } from './start-memory.ts';

/** Maximum time to stop, in ms. After that, or on a second signal, the process exits right away. */
const FORCE_MS = 10_000;

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const config = (() => {
  try {
    return readConfig(process.env, process.cwd());
  } catch (error) {
    const sentence = plainFailure(error);
    if (sentence !== null) return refuse(sentence);
    throw error;
  }
})();
const log = createLog(config.logLevel);
let site: RunningSite | null = null;
let stopping = false;

async function stop(signal: string): Promise<void> {
  if (stopping) process.exit(1);
  log.info({ signal }, 'Stopping');
  // A signal to one of several processes stops only that one.
  await end(() => (cluster.isWorker ? site?.leave() : site?.stop()));
}

async function end(how: () => Promise<void> | undefined): Promise<void> {
  stopping = true;
  setTimeout(() => process.exit(1), FORCE_MS).unref();
  await how();
  process.exit(0);
}

/** Starts what this process is for: the whole site, the parent of several web processes, or one of these. */
function start(): Promise<RunningSite> {
  if (cluster.isWorker) return startWebProcess(config, log, () => void (stopping || end(() => site?.stop())));
  return config.webProcesses > 1
    ? startSiteOfProcesses(config, log, import.meta.filename, true)
    : startSite(config, log, builtPages, true);
}
// A terminal sends it to all processes of the site. The parent tells the others to stop.
process.on('SIGINT', () => void (cluster.isWorker || stop('SIGINT')));
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled promise rejection'));

try {
  site = await start();
  if (cluster.isPrimary) {
    log.info({ data: site.config.dataDir }, `${config.siteName} is on ${site.url}`);
    if (config.role !== 'worker') await offerFirstAdministrator(site.deps);
  }
  returnStartMemory();
} catch (error) {
  if (error instanceof WebProcessFailure) process.exit(1);
  const sentence = plainFailure(error);
  if (sentence !== null) refuse(sentence);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    refuse(`Port ${config.port} is in use. Set PORT to another one, or stop the program that uses it.`);
  if (code === 'EACCES' && syscall === 'listen')
    refuse(`This user may not use port ${config.port}. Set PORT to one above 1023.`);
  throw error;
}

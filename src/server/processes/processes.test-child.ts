// A site of several processes without its pages. Prints the process id of each web process, and the URL once all are ready.
import cluster from 'node:cluster';
import { createLog } from '#platform/log/log.ts';
import { noPages } from '#testing/no-pages.ts';
import { readConfig } from '../config.ts';
import { startSiteOfProcesses } from './site-of-processes.ts';
import { startWebProcess } from './web-process.ts';

const config = readConfig(process.env, process.cwd());
const log = createLog(config.logLevel);
const site = cluster.isWorker
  ? await startWebProcess(config, log, () => process.exit(0), noPages)
  : await startSiteOfProcesses(config, log, import.meta.filename);
process.on('SIGTERM', () => void site.leave().then(() => process.exit(0)));
process.stdout.write(cluster.isWorker ? `process ${process.pid}\n` : `${site.url}\n`);

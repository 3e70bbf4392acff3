// The whole server in a process of its own, but for its pages, which need no building so: for tests that kill it.
// Settings come from the environment. Prints its address when it listens.
import { flushCompileCache } from 'node:module';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log/log.ts';
import { noPages } from '#testing/no-pages.ts';
import { startSite } from './site.ts';

const config = readConfig(process.env, process.cwd());
const site = await startSite(config, createLog(config.logLevel), noPages);
flushCompileCache();
process.stdout.write(`${site.url}\n`);

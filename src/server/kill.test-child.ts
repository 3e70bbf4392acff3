// The whole server in its own process, for tests that kill it. Without its pages, which would have to be built.
// Settings come from the environment. Prints its URL once it is listening.
import { flushCompileCache } from 'node:module';
import { createLog } from '#platform/log/log.ts';
import { noPages } from '#testing/no-pages.ts';
import { readConfig } from './config.ts';
import { startSite } from './site.ts';

const config = readConfig(process.env, process.cwd());
const site = await startSite(config, createLog(config.logLevel), noPages);
flushCompileCache();
process.stdout.write(`${site.url}\n`);

// A scheduler in its own process that only moves rounds, several at once, until it is killed. Its clock is wrong on
// purpose (CLOCK_AHEAD in milliseconds), because the database decides what is due. Prints a line when it starts.
import { flushCompileCache } from 'node:module';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { createCtx } from '#platform/context.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from './config.ts';
import { createDeps } from './deps.ts';

const AT_ONCE = 5;
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const config = readConfig(process.env, process.cwd());
const log = createLog(config.logLevel);
const database = openDatabase({ connectionString: config.databaseUrl! }, () => {});
const clock = { now: () => new Date(Date.now() + ahead) };
const deps = createDeps({ config, secretKey: process.env.SECRET_KEY!, database, log, clock });
const ctx = createCtx(deps, { language: 'en' });
flushCompileCache();
process.stdout.write('started\n');
for (;;) await Promise.all(Array.from({ length: AT_ONCE }, () => advanceRounds(ctx)));

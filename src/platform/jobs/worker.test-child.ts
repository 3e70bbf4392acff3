// A worker in its own process, for tests that kill it. Argument: the connection settings as JSON. Runs jobs of the kind
// `note`, and only starts those of the kind `hang`. Prints `ready` once it is working.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Deps } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { createLog } from '../log/log.ts';
import { handleJob, jobKind } from './jobs.ts';
import { startWorker } from './worker.ts';

const database = openDatabase(JSON.parse(process.argv[2]!), () => {});
const log = createLog('silent');
const payload = z.object({ n: z.int() });
const tick = jobKind('tick', z.unknown());
const note = (who: string, n: number) =>
  sql`insert into notes (who, n) values (${who}, ${n}) on conflict do nothing`.execute(database.db);

await startWorker({
  jobs: [
    handleJob(jobKind('note', payload), async (_ctx, { n }) => void (await note('child', n))),
    handleJob(jobKind('hang', payload), async (_ctx, { n }) => {
      await note('begun', n);
      await new Promise(() => {});
    }),
    handleJob(tick, async () => {}),
  ],
  regular: { everyMinute: tick, everyHour: jobKind('hourly', z.unknown()) },
  deps: { db: database.db, log } as unknown as Deps,
  pool: database.pool,
  alone: false,
  times: { poll: 50, heartbeat: 100, silence: 60_000 },
});
process.stdout.write('ready\n');

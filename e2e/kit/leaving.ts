import { sql } from 'kysely';
import { readConfig } from '#platform/config.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log/log.ts';
import { commandDatabase } from '#server/database.ts';
import { tick } from '#server/tick.job.ts';
import type { SiteAddress } from './people.ts';

/** So much of the time that a member has to change their mind is over, and the site looks at what has become due. */
export async function timePasses(site: SiteAddress, email: string, milliseconds: number): Promise<void> {
  const config = readConfig({ DATA_DIR: site.dataDir, PUBLIC_URL: site.url }, process.cwd());
  const { database, close } = await commandDatabase(config, createLog('silent'));
  await sql`update accounts set leaving_at = leaving_at - make_interval(secs => ${milliseconds / 1000})
    where email = ${email}`.execute(database.db);
  await enqueue(database, tick, {});
  await close();
}

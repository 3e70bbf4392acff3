import { sql } from 'kysely';
import { enqueue } from '#platform/jobs/jobs.ts';
import { tick } from '#server/regular.job.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps } from './site-deps.ts';

/** Moves the deletion date of an account closer, as if this time had passed, and runs the tick. */
export async function timePasses(site: SiteAddress, email: string, milliseconds: number): Promise<void> {
  const { database } = await siteDeps(site);
  await sql`update accounts set deletion_due_at = deletion_due_at - make_interval(secs => ${milliseconds / 1000})
    where email = ${email}`.execute(database.db);
  await enqueue(database, tick, {});
}

import { sql } from 'kysely';
import * as z from 'zod/mini';
import { HOUR } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import type { Ctx } from '#platform/context.ts';
import type { ConnectionSettings, Db } from '#platform/db/database.ts';
import type { RegularTask } from '#platform/features/feature.ts';
import { enqueue, handleJob, type Job, jobKind } from '#platform/jobs/jobs.ts';
import { latestBackup } from './latest-backup.ts';
import { makeBackup } from './make-backup.ts';

/** Hours pass between two looks, so a backup may be made this much early. Otherwise each would be an hour later. */
const LEEWAY = HOUR / 2;

const scheduledBackup = jobKind('backup', z.object({}), { priority: 'patient', lanes: 1 });

/** Returns when this database was created here, or restored. */
async function createdAt(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: string | null }>`select min(timestamp) as at from schema_migrations`.execute(db);
  return new Date(rows[0]?.at ?? Date.now());
}

/** Returns the time of the latest backup, or when the site without one was created. */
export async function backedUpUntil(db: Db, config: Pick<Config, 'dataDir' | 'backup' | 'publicUrl'>): Promise<Date> {
  return (await latestBackup(db, config))?.madeAt ?? createdAt(db);
}

async function isDue({ db, config, clock }: Pick<Ctx, 'db' | 'config' | 'clock'>): Promise<boolean> {
  const { every } = config.backup;
  if (every === null) return false;
  const until = await backedUpUntil(db, config);
  return clock.now().getTime() - until.getTime() >= every - LEEWAY;
}

/** Queues a backup if one is due. Several processes, or a backup that takes hours, can queue it again: then it isn’t due. */
export const queueBackup: RegularTask = async (ctx) => {
  if (await isDue(ctx)) await enqueue(ctx, scheduledBackup, {}, { key: 'backup' });
};

/** Returns the job that backs the site up. It needs connections of its own, because it takes long. */
export function backupJob(settings: ConnectionSettings): Job {
  return handleJob(scheduledBackup, async (ctx) => {
    if (!(await isDue(ctx))) return;
    const begun = performance.now();
    const { folder, manifest } = await makeBackup(ctx.config, settings, ctx.clock.now());
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (manifest.damaged?.length)
      ctx.log.warn({ images: manifest.damaged }, 'The store has damaged pictures, which the backup doesn’t have');
    ctx.log.info({ folder, rows, images: manifest.images, ms: Math.round(performance.now() - begun) }, 'Backed up');
  });
}

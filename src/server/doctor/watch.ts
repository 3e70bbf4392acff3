import { HOUR } from '#core/time.ts';
import { reportProblem } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { RegularTask } from '#platform/features/feature.ts';
import { MailError } from '#platform/mail/mail-error.ts';
import { backedUpUntil } from '../backup/backup.job.ts';
import { examineReplica } from './check-replica.ts';
import { tryStorage } from './check-storage.ts';
import { bytesAsText, isNearlyFull, spaceOf } from './disk.ts';

/** A backup may be this much late: it is only looked for every hour, and may take long or be tried again. */
const PATIENCE = 3 * HOUR;

/** Returns since when the latest backup should have been replaced. Null if it needn’t be. */
export async function overdueSince({ db, config, clock }: Pick<Ctx, 'db' | 'config' | 'clock'>): Promise<Date | null> {
  const { every } = config.backup;
  if (every === null) return null;
  const due = new Date((await backedUpUntil(db, config)).getTime() + every);
  return clock.now().getTime() - due.getTime() > PATIENCE ? due : null;
}

async function watchBackup(ctx: Ctx): Promise<void> {
  const since = await overdueSince(ctx);
  const says = `A backup has been due since ${since?.toISOString()}. Run \`npm run doctor\`.`;
  await reportProblem(ctx, 'backup', { is: since !== null, says });
}

async function watchDisk(ctx: Ctx): Promise<void> {
  const space = await spaceOf(ctx.config.dataDir);
  const isFull = isNearlyFull(space);
  if (isFull === null) return;
  const says = `The disk of DATA_DIR is nearly full: ${bytesAsText(space.free)} are left.`;
  await reportProblem(ctx, 'disk', { is: isFull, says });
}

async function watchMail(ctx: Ctx): Promise<void> {
  const code = await ctx.mailer.check().then(
    () => null,
    (error: unknown) => (error instanceof MailError ? error.code : 'unknown'),
  );
  const says = `The mail server can’t be used (${code}). Emails are kept and retried. Run \`npm run doctor\`.`;
  await reportProblem(ctx, 'mail', { is: code !== null, says });
}

async function watchReplica(ctx: Ctx): Promise<void> {
  const state = await examineReplica(ctx.config, ctx.db);
  const says = `The replica can’t be used (${state}); everything is read from the primary. Run \`npm run doctor\`.`;
  await reportProblem(ctx, 'replica', { is: state !== 'none' && state !== 'follows', says });
}

async function watchStorage(ctx: Ctx): Promise<void> {
  const { place } = ctx.files;
  const fault = await tryStorage(ctx.files);
  const why = fault === null || fault === 'differs' ? 'it doesn’t return what was stored' : fault.problem;
  const says = `Files can’t be stored in ${place} (${why}). Run \`npm run doctor\`.`;
  await reportProblem(ctx, 'storage', { is: fault !== null, says });
}

/** What the site looks at every hour for its operator. The names are those of regular tasks. */
export const watchTasks: Readonly<Record<string, RegularTask>> = {
  watchBackup,
  watchDisk,
  watchMail,
  watchReplica,
  watchStorage,
};

import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { id } from '#core/fields.ts';
import { after, HOUR, SECOND } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { emit } from '#platform/features/events.ts';
import { mayDelete } from '#platform/files/site-files.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import type { ExportState } from '../contract-account-deletion.ts';
import type { Proof } from '../contract-proof.ts';
import { EXPORT_KEPT, EXPORT_PAUSE } from '../model/account-limits.ts';
import { accountMail } from './account-mail.ts';
import { exportOf } from './export-files.ts';
import { deleteExport, insertExport, lateExports, markFailed, markReady } from './exports.repo.ts';
import { lockProven, proveOwner } from './proof.service.ts';
import { writeZip } from './zip.ts';

/** An export that isn’t ready by then has failed, and the member can request another. */
const GIVEN_UP_AFTER = HOUR;

const makeExport = jobKind('accounts.export', z.object({ exportId: id }), { priority: 'patient', lanes: 1 });

/** Path of a finished file in the store. */
const pathOf = (file: string) => `exports/${file}.zip`;
/** Where this machine writes a file until it is finished. */
const partOf = (ctx: Pick<Ctx, 'config'>, file: string) => join(ctx.config.dataDir, 'exports', `${file}.zip.part`);

/** Returns the newest export of an account. */
function findNewest(ctx: Pick<Ctx, 'db'>, accountId: string) {
  return ctx.db
    .selectFrom('exports')
    .select(['id', 'file', 'requested_at', 'ready_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the state of the caller’s export. */
export async function exportState(ctx: Ctx, accountId: string): Promise<ExportState> {
  const newest = await findNewest(ctx, accountId);
  const now = await databaseNow(ctx.db);
  if (!newest) return { state: 'none', readyUntil: null, nextAt: null };
  // Failed, even if the task that says so hasn’t run yet.
  if (!newest.ready_at && after(newest.requested_at, GIVEN_UP_AFTER) <= now)
    return { state: 'failed', readyUntil: null, nextAt: null };
  const next = after(newest.requested_at, EXPORT_PAUSE);
  const nextAt = next > now ? next.toISOString() : null;
  if (!newest.ready_at) return { state: 'making', readyUntil: null, nextAt };
  const until = after(newest.ready_at, EXPORT_KEPT);
  if (until <= now) return { state: 'none', readyUntil: null, nextAt };
  return { state: 'ready', readyUntil: until.toISOString(), nextAt };
}

/** Starts an export. Throws too_many_requests within 7 days of the previous one, and what `proveOwner` throws. */
export async function requestExport(ctx: Ctx, { proof }: { proof: Proof }): Promise<ExportState> {
  const known = await proveOwner(ctx, 'user/export', proof);
  const accountId = known.id;
  return inTransaction(ctx, async (inner) => {
    await lockProven(inner.db, known);
    const { nextAt } = await exportState(inner, accountId);
    if (nextAt) {
      const seconds = Math.ceil((Date.parse(nextAt) - (await databaseNow(inner.db)).getTime()) / SECOND);
      throw new AppError('too_many_requests', { retryAfter: seconds, params: { seconds } });
    }
    const exportId = await insertExport(inner.db, accountId);
    await enqueue(inner, makeExport, { exportId });
    return exportState(inner, accountId);
  });
}

/**
 * Writes the file and notifies the member. Idempotent: a retry writes the same file, and the member is notified once.
 */
export const exportJob = handleJob(makeExport, async (ctx: Ctx, { exportId }) => {
  const row = await ctx.db
    .selectFrom('exports as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('e.id', '=', exportId)
    .where('a.status', '<>', 'erased')
    .select(['e.account_id', 'e.file', 'e.ready_at', 'a.status', 'a.preferred_language'])
    .executeTakeFirst();
  if (!row || row.ready_at) return;
  const part = partOf(ctx, row.file);
  const bytes = await writeZip(part, exportOf({ ...ctx, language: row.preferred_language }, row.account_id));
  await ctx.files.move(part, pathOf(row.file)).finally(() => rm(part, { force: true }));
  await inTransaction(ctx, async (inner) => {
    if (!(await markReady(inner.db, exportId, bytes))) return;
    await tellMember(inner, 'export_ready', { ...row, exportId });
  });
  // The member was erased in the meantime, so no row refers to the file.
  const known = await ctx.db.selectFrom('exports').select('id').where('id', '=', exportId).executeTakeFirst();
  if (!known) await ctx.files.delete(pathOf(row.file));
});

/** Notifies the member. One who can’t log in doesn’t see messages, and gets an email instead. */
async function tellMember(
  ctx: Ctx,
  kind: 'export_ready' | 'export_failed',
  to: Pick<Row<'accounts'>, 'status' | 'preferred_language'> & { exportId: string; account_id: string },
): Promise<void> {
  const { account_id: accountId, exportId, status, preferred_language: language } = to;
  if (status === 'active') await emit(ctx, `account.${kind}`, { accountId, exportId });
  else await enqueue(ctx, accountMail, { kind, accountId, language });
}

/** Notifies the members whose exports weren’t ready in time. */
export async function endFailedExports(ctx: Ctx): Promise<void> {
  for (const exportId of await lateExports(ctx.db, GIVEN_UP_AFTER))
    await inTransaction(ctx, async (inner) => {
      const failed = await markFailed(inner.db, exportId);
      if (failed) await tellMember(inner, 'export_failed', failed);
    }).catch((err) => ctx.log.error({ err, export: exportId }, 'Failed to end an export'));
}

/** Returns the path of the member’s newest file in the store. Null if it isn’t ready, or no longer kept. */
export async function findReadyExport(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<string | null> {
  const newest = await findNewest(ctx, accountId);
  if (!newest?.ready_at || after(newest.ready_at, EXPORT_KEPT) <= (await databaseNow(ctx.db))) return null;
  return pathOf(newest.file);
}

/** Deletes files and their rows after 7 days. Those in the store of another site are left alone. */
export async function dropOldExports(ctx: Ctx): Promise<void> {
  await deleteOldParts(ctx);
  if (!(await mayDelete(ctx))) return;
  const old = await ctx.db
    .selectFrom('exports')
    .select(['id', 'file'])
    .where(
      'requested_at',
      '<',
      sql<Date>`db_clock() - make_interval(secs => ${(EXPORT_KEPT + GIVEN_UP_AFTER) / SECOND})`,
    )
    .execute();
  for (const row of old)
    await dropExport(ctx, row).catch((err) => ctx.log.error({ err, export: row.id }, 'Failed to delete an old export'));
  await deleteOldFiles(ctx);
}

const oldestKept = ({ clock }: Pick<Ctx, 'clock'>) => clock.now().getTime() - EXPORT_KEPT - GIVEN_UP_AFTER;

/** Deletes old files without a row from the store. */
async function deleteOldFiles(ctx: Ctx): Promise<void> {
  const oldest = oldestKept(ctx);
  for await (const { path, storedAt } of ctx.files.list('exports/'))
    if (storedAt.getTime() < oldest) await ctx.files.delete(path);
}

/** Deletes what exports that were interrupted have left on this machine. */
async function deleteOldParts(ctx: Ctx): Promise<void> {
  const oldest = oldestKept(ctx);
  const folder = dirname(partOf(ctx, ''));
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && file.mtimeMs < oldest) await rm(path, { force: true });
  }
}

/** Deletes all exports of a member with their files. */
export async function dropExportsOf(ctx: Ctx, accountId: string): Promise<void> {
  const own = await ctx.db.selectFrom('exports').select(['id', 'file']).where('account_id', '=', accountId).execute();
  for (const row of own) await dropExport(ctx, row);
}

async function dropExport(ctx: Ctx, { id: exportId, file }: { id: string; file: string }): Promise<void> {
  await ctx.files.delete(pathOf(file));
  await rm(partOf(ctx, file), { force: true });
  await deleteExport(ctx.db, exportId);
}

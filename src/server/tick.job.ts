import * as z from 'zod/mini';
import {
  type AccountCtx,
  dropExpiredAccountRows,
  dropOldExports,
  endSuspensions,
  eraseLeavers,
} from '#features/accounts/server/index.ts';
import { dropExpiredReservations } from '#features/branch/server/index.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { advanceRounds } from '#features/contest/server/index.ts';
import { wakeSearchIndex } from '#features/discovery/server/index.ts';
import type { ParticipationCtx } from '#features/participation/server/index.ts';
import { expireRequests } from '#features/participation/server/index.ts';
import { countReads, dropOldReads, weighTrends } from '#features/reader/server/index.ts';
import { advanceExpiredTurns, remindWriters } from '#features/relay/server/index.ts';
import { endLeases } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { dropOldReports, dropUnreadEntries } from './erasure/erase.ts';
import { dropDeleted, sweepImages } from './sweep.ts';

export const tick = jobKind('tick', z.unknown(), { priority: 'urgent' });
export const hourly = jobKind('hourly', z.unknown());

type Part<C extends Ctx> = (ctx: C) => Promise<void>;

/** Each part stands for itself: one that fails keeps no other. */
async function doEach<C extends Ctx>(ctx: C, parts: Record<string, Part<C>>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    await part(ctx).catch((err) => ctx.log.error({ err, part: name }, 'A regular task failed'));
  }
}

/** Moves whatever has become due, every minute (design §2). Nothing due is a delayed job, so nothing is lost with one. */
export const tickJob = handleJob(tick, (ctx: AccountCtx & ChapterCtx & ParticipationCtx) =>
  doEach(ctx, {
    endSuspensions,
    advanceRounds,
    advanceExpiredTurns,
    remindWriters,
    expireRequests,
    endLeases,
    eraseLeavers,
    countReads,
    wakeSearchIndex,
  }),
);

/** Tidies up and weighs anew, every hour. */
export const hourlyJob = handleJob(hourly, (ctx: Ctx) =>
  doEach(ctx, {
    weighTrends,
    dropExpiredReservations,
    dropOldReads,
    dropExpiredAccountRows,
    dropOldExports,
    dropUnreadEntries,
    dropOldReports,
    dropDeleted,
    sweepImages,
  }),
);

import * as z from 'zod/mini';
import { dropExpiredAccountRows } from '#features/accounts/server/index.ts';
import { passOnOverdue } from '#features/moderation/server/index.ts';
import { countReads, dropOldReads, weighTrends } from '#features/reader/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { dropDeleted, sweepImages } from './sweep.ts';

export const tick = jobKind('tick', z.unknown());

/** What is done every minute, and what on the hour. Each part stands for itself: one that fails keeps no other. */
const EVERY_MINUTE = { passOnOverdue, countReads };
const EVERY_HOUR = { weighTrends, dropOldReads, dropExpiredAccountRows, dropDeleted, sweepImages };

/** Moves whatever has become due (design §2). Nothing due is a delayed job, so nothing is lost with one. */
export const tickJob = handleJob(tick, async (ctx: Ctx) => {
  const isFullHour = ctx.clock.now().getUTCMinutes() === 0;
  const parts = { ...EVERY_MINUTE, ...(isFullHour ? EVERY_HOUR : {}) };
  for (const [name, part] of Object.entries(parts)) {
    await part(ctx).catch((err) => ctx.log.error({ err, part: name }, 'A part of the tick failed'));
  }
});

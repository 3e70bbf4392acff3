import * as z from 'zod/mini';
import {
  dropExpiredAccountRows,
  dropOldExports,
  endSuspensions,
  eraseLeavers,
} from '#features/accounts/server/index.ts';
import { dropExpiredReservations } from '#features/branch/server/index.ts';
import { advanceRounds, dropUnreadEntries } from '#features/contest/server/index.ts';
import { wakeSearchIndex } from '#features/discovery/server/index.ts';
import { dropOldReports } from '#features/moderation/server/index.ts';
import { expireRequests } from '#features/participation/server/index.ts';
import { countReads, dropOldReads, weighTrends } from '#features/reader/server/index.ts';
import { advanceExpiredTurns, remindWriters } from '#features/relay/server/index.ts';
import { endLeases, purgeDeletedTranslations } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { dropOldKeys } from '#platform/http/idempotency.repo.ts';
import { dropOldCounts } from '#platform/http/limits.ts';
import { dropSpentChallenges } from '#platform/human-check/spent-challenges.repo.ts';
import { handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { dropDeleted, sweepImages } from './sweep.ts';

export const tick = jobKind('tick', z.unknown(), { priority: 'urgent' });
export const hourly = jobKind('hourly', z.unknown());

type Part<C extends Ctx> = (ctx: C) => Promise<void>;

/** Runs parts independently: if one fails, the others still run. */
async function doEach<C extends Ctx>(ctx: C, parts: Record<string, Part<C>>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    await part(ctx).catch((err) => ctx.log.error({ err, part: name }, 'A regular task failed'));
  }
}

/**
 * Moves everything that is due, every minute (design §2). None of it is a delayed job, so it can’t get lost with one.
 */
export const tickJob = handleJob(tick, (ctx: Ctx) =>
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

/** Cleans up and updates trends, every hour. */
export const hourlyJob = handleJob(hourly, (ctx: Ctx) =>
  doEach(ctx, {
    weighTrends,
    dropExpiredReservations,
    dropOldReads,
    dropExpiredAccountRows,
    dropOldExports,
    dropUnreadEntries,
    dropOldReports,
    purgeDeletedTranslations,
    dropDeleted,
    dropOldKeys,
    dropOldCounts,
    dropSpentChallenges: ({ db }) => dropSpentChallenges(db),
    sweepImages,
  }),
);

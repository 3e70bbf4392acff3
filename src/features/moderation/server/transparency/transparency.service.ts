import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Transparency } from '../../contract-transparency.ts';
import { LAWS } from '../../model/law.ts';
import { RESTRICTION_ACTIONS, RULES } from '../../model/restriction.ts';
import { joinSmallMonths } from '../../model/transparency.ts';
import { countedYears, countMonths, countsOf, isCountedToday } from './transparency.repo.ts';

const TAG = 'transparency';

/** Counts what the transparency page shows, once a day. */
export async function countTransparency(ctx: Ctx): Promise<void> {
  if (await isCountedToday(ctx.db)) return;
  await inTransaction(ctx, async (inner) => {
    await countMonths(inner.db);
    await invalidateCacheTags(inner, TAG);
  });
}

/** Returns the counts of a year, of the current one by default. */
export async function readTransparency(ctx: Ctx, input: { year?: string | undefined }): Promise<Transparency> {
  cacheTag(ctx, TAG);
  const now = ctx.clock.now().getUTCFullYear();
  const year = input.year === undefined ? now : Number(input.year);
  const counts = await countsOf(ctx.db, year);
  const of = (name: string) => counts.reduce((sum, row) => sum + (row.name === name ? row.count : 0), 0);
  const inMonth = (month: number, name: string) =>
    counts.find((row) => row.month === month && row.name === name)?.count ?? 0;
  const last = Math.max(0, ...counts.map(({ month }) => month));
  const months = Array.from({ length: last }, (_, i) => ({
    from: i + 1,
    to: i + 1,
    received: inMonth(i + 1, 'received'),
    acted: inMonth(i + 1, 'acted'),
  }));
  const ground = (name: string) => ({ received: of(name), acted: of(`acted.${name}`) });
  const grounds = [
    ...RULES.map((rule) => ({ rule, law: null, ...ground(`rule.${rule}`) })),
    ...LAWS.map((law) => ({ rule: null, law, ...ground(`law.${law}`) })),
  ];
  return {
    year,
    years: [...new Set([now, ...(await countedYears(ctx.db))])].sort((a, b) => b - a),
    received: of('received'),
    byVisitors: of('visitors'),
    acted: of('acted'),
    months: joinSmallMonths(months),
    grounds: grounds.filter(({ received }) => received > 0).sort((a, b) => b.received - a.received),
    actions: RESTRICTION_ACTIONS.map((action) => ({ action, count: of(`action.${action}`) })).filter(
      ({ count }) => count > 0,
    ),
    lifted: of('lifted'),
    appeals: of('appeals'),
    appealsGranted: of('granted'),
    checked: of('passed') + of('passed_on'),
    passedOn: of('passed_on'),
    rejected: of('rejected'),
  };
}

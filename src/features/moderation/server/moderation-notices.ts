import { mailAccount } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { referenceNumber } from '../model/reference-number.ts';
import { type RestrictionAction, TARGET_OF } from '../model/restriction.ts';
import type { RestrictableTarget, RestrictionInput } from './restrictable.ts';
import type { RestrictionRow } from './restrictions.repo.ts';

/**
 * Notifies members of reports, decisions and appeals, in the transaction of the change. Decisions about an account are
 * sent by email instead, because its owner can’t read the inbox.
 */

const isAboutAccount = (action: RestrictionAction) => TARGET_OF[action] === 'member';

/**
 * Notifies the author of a work of a decision about it in their inbox: what was decided, why, how it came about, and how
 * to appeal. Also emails them the statement of reasons.
 */
export async function tellRestricted(
  ctx: Ctx,
  target: RestrictableTarget,
  act: RestrictionInput,
  { id, decidedAt }: { id: string; decidedAt: Date },
): Promise<void> {
  const { action, rule, reason, excerpt, foundBy: found, law, country } = act;
  if (isAboutAccount(action)) return;
  await notify(ctx, 'restricted', {
    to: target.ownerId,
    storyId: target.storyId,
    chapterId: target.chapterId,
    params: { ...target.names, action, title: target.title ?? '', rule, reason, excerpt, found, decision: Number(id) },
  });
  const ground = { rule, ...(law && country ? { law, country } : {}) };
  await mailAccount(ctx, target.ownerId, 'statement', {
    ...ground,
    ...{ action, reason, excerpt, found, number: referenceNumber(id, decidedAt), title: target.title ?? '' },
  });
}

/** Notifies them that it was reversed. */
export async function notifyLifted(ctx: Ctx, row: RestrictionRow, reason: string): Promise<void> {
  if (isAboutAccount(row.action)) return;
  await notifyOfRestriction(ctx, row, 'lifted', reason);
}

/** Notifies them of the outcome of an appeal, with the reason. */
export async function notifyAppealed(ctx: Ctx, row: RestrictionRow, granted: boolean, answer: string): Promise<void> {
  await notifyOfRestriction(ctx, row, granted ? 'appeal_granted' : 'appeal_upheld', answer);
}

function notifyOfRestriction(
  ctx: Ctx,
  row: RestrictionRow,
  kind: 'lifted' | 'appeal_granted' | 'appeal_upheld',
  reason: string,
): Promise<void> {
  const title = isAboutAccount(row.action) ? '' : (row.title ?? '');
  const { account_id: to, story_id: storyId, chapter_id: chapterId } = row;
  return notify(ctx, kind, { to, storyId, chapterId, params: { reason, title } });
}

interface ReportedTarget {
  id: string;
  story_id: string | null;
  chapter_id: string | null;
  title: string | null;
}

const reportParams = ({ id, title }: ReportedTarget) => ({ number: id, title: title ?? '' });

/** Sends the receipt for a report. */
export async function notifyReceived(ctx: Ctx, row: ReportedTarget, reporterId: string): Promise<void> {
  await notify(ctx, 'report_received', {
    to: reporterId,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    params: reportParams(row),
    eventKey: row.id,
  });
}

/** Notifies all reporters of the outcome, without naming the reported member or the moderator. */
export async function notifyReporters(
  ctx: Ctx,
  row: ReportedTarget,
  kind: 'report_upheld' | 'report_dismissed',
  answer: string,
): Promise<void> {
  const reporters = await ctx.db
    .selectFrom('reports')
    .select('reporter_id')
    .where('case_id', '=', row.id)
    .orderBy('reporter_id')
    .execute();
  await notify(ctx, kind, {
    to: reporters.map(({ reporter_id }) => reporter_id),
    storyId: row.story_id,
    chapterId: row.chapter_id,
    params: { ...reportParams(row), reason: answer },
    eventKey: row.id,
  });
}

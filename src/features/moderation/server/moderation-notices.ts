import type { NoticeKind } from '#features/messages/model/message-types.ts';
import { notify, notifyAll } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type RestrictionAction, TARGET_OF } from '../model/restriction.ts';
import type { RestrictableTarget, RestrictionInput } from './restrictable.ts';
import type { RestrictionRow } from './restrictions.repo.ts';

/**
 * Notifies members of reports, decisions and appeals, in the transaction of the change. Decisions about an account are
 * sent by email instead, because its owner can’t read the inbox.
 */

const isAboutAccount = (action: RestrictionAction) => TARGET_OF[action] === 'member';

/** Notifies the subject of a decision: what was decided, why, and how to appeal. */
export async function notifyRestricted(ctx: Ctx, target: RestrictableTarget, act: RestrictionInput): Promise<void> {
  const { action, rule, reason, excerpt } = act;
  if (isAboutAccount(action)) return;
  await notify(ctx, {
    to: target.ownerId,
    type: 'system_notice',
    storyId: target.storyId,
    chapterId: target.chapterId,
    params: { ...target.names, about: 'restricted', action, title: target.title ?? '', rule, reason, excerpt },
  });
}

/** Notifies them that it was reversed. */
export async function notifyLifted(ctx: Ctx, row: RestrictionRow, reason: string): Promise<void> {
  if (isAboutAccount(row.action)) return;
  await notifyOfRestriction(ctx, row, { about: 'lifted', reason });
}

/** Notifies them of the outcome of an appeal, with the reason. */
export async function notifyAppealed(ctx: Ctx, row: RestrictionRow, granted: boolean, answer: string): Promise<void> {
  await notifyOfRestriction(ctx, row, { about: granted ? 'appeal_granted' : 'appeal_upheld', reason: answer });
}

function notifyOfRestriction(
  ctx: Ctx,
  row: RestrictionRow,
  params: { about: NoticeKind; reason: string },
): Promise<void> {
  const title = isAboutAccount(row.action) ? '' : (row.title ?? '');
  const { account_id: to, story_id: storyId, chapter_id: chapterId } = row;
  return notify(ctx, { to, type: 'system_notice', storyId, chapterId, params: { ...params, title } });
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
  await notify(ctx, {
    to: reporterId,
    type: 'system_notice',
    storyId: row.story_id,
    chapterId: row.chapter_id,
    params: { about: 'report_received', ...reportParams(row) },
  });
}

/** Notifies all reporters of the outcome, without naming the reported member or the moderator. */
export async function notifyReporters(
  ctx: Ctx,
  row: ReportedTarget,
  about: 'report_upheld' | 'report_dismissed',
  answer: string,
): Promise<void> {
  const reporters = await ctx.db
    .selectFrom('reports')
    .select('reporter_id')
    .where('case_id', '=', row.id)
    .orderBy('reporter_id')
    .execute();
  await notifyAll(
    ctx,
    reporters.map(({ reporter_id }) => reporter_id),
    {
      type: 'system_notice',
      storyId: row.story_id,
      chapterId: row.chapter_id,
      params: { about, ...reportParams(row), reason: answer },
    },
  );
}

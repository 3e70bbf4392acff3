import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { insertFeedback, markFeedbackRead } from './feedback.repo.ts';

export async function sendFeedback(
  ctx: Ctx,
  { type, description, contact }: { type: Row<'feedback'>['type']; description: string; contact?: string | undefined },
): Promise<typeof DONE> {
  const feedback = { account_id: memberOf(ctx).id, type, description, contact: contact || null };
  await inTransaction(ctx, ({ db }) => insertFeedback(db, feedback));
  return DONE;
}

/** Marks feedback as read, which removes it from the moderation queue. Throws case_not_found or case_closed. */
export function readFeedback(ctx: Ctx, input: { feedbackId: string }): Promise<typeof DONE> {
  const { id: actorId } = memberOf(ctx);
  return inTransaction(ctx, async ({ db }) => {
    const row = await db
      .selectFrom('feedback')
      .select('read_at')
      .where('id', '=', input.feedbackId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('case_not_found');
    if (row.read_at) throw new AppError('case_closed');
    await markFeedbackRead(db, input.feedbackId, actorId);
    await logStatus(
      db,
      { kind: 'feedback', id: input.feedbackId, storyId: null },
      { action: 'read', from: 'open', to: 'read', actorId },
    );
    return DONE;
  });
}

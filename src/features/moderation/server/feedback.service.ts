import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { logStatus } from '#platform/db/status-log.ts';

export async function sendFeedback(
  ctx: Ctx,
  { type, description, contact }: { type: Row<'feedback'>['type']; description: string; contact?: string | undefined },
): Promise<typeof DONE> {
  await inTransaction(ctx, ({ db }) =>
    db
      .insertInto('feedback')
      .values({ account_id: memberOf(ctx).id, type, description, contact: contact || null })
      .execute(),
  );
  return DONE;
}

/** Takes feedback off the moderation queue. Errors: case_not_found, case_closed. */
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
    await db
      .updateTable('feedback')
      .set({ read_at: sql<Date>`db_clock()`, read_by: actorId })
      .where('id', '=', input.feedbackId)
      .execute();
    await logStatus(
      db,
      { kind: 'feedback', id: input.feedbackId },
      { action: 'read', from: 'open', to: 'read', actorId },
    );
    return DONE;
  });
}

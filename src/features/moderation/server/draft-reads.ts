import { sql } from 'kysely';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';

/** Kinds of the log for a text that a moderator has read although its author has never submitted it. */
export const DRAFT_KINDS = ['story_draft', 'chapter_draft'] as const;

/**
 * Logs that the caller, a moderator, reads the unsubmitted text of another member. Once an hour, because pages load a
 * text again and again.
 */
export async function logDraftRead(
  ctx: Ctx,
  text: { kind: (typeof DRAFT_KINDS)[number]; id: string; storyId: string },
): Promise<void> {
  const { id: actorId } = memberOf(ctx);
  await inTransaction(ctx, async ({ db }) => {
    const logged = await db
      .selectFrom('status_log')
      .select('id')
      .where('subject_kind', '=', text.kind)
      .where('subject_id', '=', text.id)
      .where('actor_id', '=', actorId)
      .where('at', '>', sql<Date>`db_clock() - interval '1 hour'`)
      .limit(1)
      .executeTakeFirst();
    if (!logged) await logStatus(db, text, { action: 'read', from: null, to: null, actorId });
  });
}

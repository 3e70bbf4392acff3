import { sql } from 'kysely';
import type { MailKind } from '#core/mail-kinds.ts';
import type { NoticeRule, NoticeRules } from '#core/notices.ts';
import { kindOf } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';

const COLUMNS = ['id', 'account_id', 'type', 'story_id', 'chapter_id', 'params', 'event_key'] as const;

/** Returns a message that is still unread and unanswered, otherwise null. */
export async function findWaitingNotice(db: Db, accountId: string, messageId: string) {
  const row = await db
    .selectFrom('messages')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', messageId)
    .where('read_at', 'is', null)
    .where('action_status', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
export type WaitingNotice = NonNullable<Awaited<ReturnType<typeof findWaitingNotice>>>;

/** Returns whether what a notice is about still holds, and its recipient may still know of it. */
export async function stillHolds(
  ctx: Pick<Ctx, 'db' | 'canSee' | 'noticeChecks'>,
  { subject }: NoticeRule,
  notice: WaitingNotice,
): Promise<boolean> {
  const { account_id: to, story_id: storyId, chapter_id: chapterId, params, event_key } = notice;
  if (subject === 'readable') {
    const { rows } = await sql<{ sees: boolean }>`
      select ${ctx.canSee(sql`${to}::bigint`, { storyId, chapterId })} as sees`.execute(ctx.db);
    if (!rows[0]?.sees) return false;
  }
  const kind = kindOf(notice);
  const check = Object.hasOwn(ctx.noticeChecks, kind) ? ctx.noticeChecks[kind] : undefined;
  const key = event_key?.slice(kind.length + 1) ?? '';
  return check ? check(ctx, { to, storyId, params, key }) : true;
}

/** Returns whether a member had no notice of this kind of email before this one. */
export async function isFirstOfKind(
  db: Db,
  rules: NoticeRules,
  mail: MailKind,
  { account_id, id }: WaitingNotice,
): Promise<boolean> {
  const kinds = Object.entries<NoticeRule>(rules).flatMap(([kind, rule]) => (rule.mail === mail ? [kind] : []));
  const { rows } = await sql`select from messages where account_id = ${account_id} and id < ${id}
    and coalesce(params->>'about', type) = any(${kinds}::text[]) limit 1`.execute(db);
  return rows.length === 0;
}

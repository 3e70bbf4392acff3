import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { DAY } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { LogEntry } from '../contract-cases.ts';
import { DECIDES_AUTOMATICALLY, RESTRICTION_ACTIONS } from '../model/restriction.ts';
import { DRAFT_KINDS } from './draft-reads.ts';

/**
 * Selects actions of moderators from the log `l`, one row per action. Their side effects have rows of their own, with
 * other subject kinds. Must match the expression of the index `status_log_by_time`.
 */
const IS_ACT = sql<boolean>`l.actor_id is not null and l.action <> 'withdraw'
  and l.subject_kind in ('review', 'restriction', 'report', 'appeal', 'suggestion', 'feedback', 'role', 'job',
    'story_draft', 'chapter_draft', 'factors')`;

/** Counts the caller’s decisions since midnight, UTC. Drafts that they have read are none. */
export async function countDecidedToday(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from status_log l
    where ${IS_ACT} and l.subject_kind <> all(${[...DRAFT_KINDS]}::text[])
      and l.actor_id = ${memberOf(ctx).id} and l.at >= date_trunc('day', db_clock(), 'UTC')`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

interface LogRow {
  id: string;
  subject_kind: string;
  action: string;
  reason: string | null;
  at: Date;
  actor_id: string;
  actor_name: string;
  actor_slug: string;
  title: string | null;
  language: Row<'stories'>['language'];
  story_id: string | null;
  chapter_id: string | null;
  until: Date | null;
  decided_at: Date | null;
  found_by: Row<'restrictions'>['found_by'];
}

/** Expression of the title of a subject that belongs to another feature. */
function titlesIn({ loggedTitles }: Pick<Ctx, 'loggedTitles'>): RawBuilder<string | null> {
  const whens = Object.entries(loggedTitles).map(([kind, title]) => sql`when ${sql.lit(kind)} then (${title})`);
  return sql`case l.subject_kind ${sql.join(whens, sql` `)} end`;
}

/** Returns the actions of moderators, newest first. With `mine`, only the caller’s own. */
export async function listLog(
  ctx: Ctx,
  input: { mine?: '1' | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<LogEntry>> {
  const before = idCursor(input.cursor);
  const { rows } = await sql<LogRow>`
    select l.id::text, l.subject_kind, l.action, l.reason, l.at, l.actor_id::text, b.username as actor_name, b.slug as actor_slug,
      coalesce(v.title, r.title, c.title, m.username, left(f.description, 80), ${titlesIn(ctx)}) as title,
      coalesce(v.language, r.language, c.language) as language,
      coalesce(v.story_id, r.story_id, c.story_id)::text as story_id,
      coalesce(case when v.subject_kind = 'chapter' then v.subject_id end, r.chapter_id, c.chapter_id)::text as chapter_id,
      r.until, r.decided_at, r.found_by
    from status_log l join accounts b on b.id = l.actor_id
      left join reviews v on l.subject_kind = 'review' and v.id = l.subject_id
      left join appeals p on l.subject_kind = 'appeal' and p.id = l.subject_id
      left join restrictions r on r.id = case l.subject_kind when 'restriction' then l.subject_id else p.restriction_id end
      left join report_cases c on l.subject_kind = 'report' and c.id = l.subject_id
      left join feedback f on l.subject_kind = 'feedback' and f.id = l.subject_id
      left join accounts m on m.id = coalesce(r.account_id, c.account_id, case when l.subject_kind in ('role', 'factors') then l.subject_id end)
    where ${IS_ACT} ${input.mine ? sql`and l.actor_id = ${memberOf(ctx).id}` : sql``}
      ${before === null ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${input.limit + 1}`.execute(ctx.db);
  return keysetPageOf(rows, input.limit, toEntry, (row) => row.id);
}

function toEntry(row: LogRow): LogEntry {
  const isDecision = RESTRICTION_ACTIONS.some((action) => action === row.action);
  return {
    id: row.id,
    kind: row.subject_kind,
    action: row.action,
    title: row.title ?? '',
    titleLanguage: row.language,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    by: { id: row.actor_id, username: row.actor_name, slug: row.actor_slug },
    reason: row.reason,
    days: isDecision && row.until && row.decided_at ? daysBetween(row.decided_at, row.until) : null,
    foundBy: isDecision ? row.found_by : null,
    automated: isDecision ? DECIDES_AUTOMATICALLY : null,
    at: row.at.toISOString(),
  };
}

function daysBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / DAY);
}

import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { WaitingText } from '../contract.ts';

interface WaitingRow {
  /** Key for paging that is unique across both tables. */
  place: string;
  id: string;
  /** Null for a translation. */
  kind: Row<'reviews'>['subject_kind'] | null;
  story_id: string;
  chapter_id: string | null;
  round_id: string | null;
  title: string;
  story_title: string;
  language: Row<'reviews'>['language'];
  into: Row<'translations'>['language'] | null;
  is_edit: boolean;
  by_person: boolean;
  submitted_at: Date;
  key: string;
}

/** Selects a member’s own texts and translations that are in review, except in deleted stories. */
export function waitingTexts(accountId: string) {
  return sql<WaitingRow>`(
    select r.id * 2 as place, r.subject_id as id, r.subject_kind as kind, r.story_id,
      case r.subject_kind when 'chapter' then r.subject_id end as chapter_id, e.round_id,
      r.title, coalesce(s.title, r.title) as story_title, r.language, null as into, r.is_edit,
      r.state = 'manual' as by_person, r.submitted_at
    from reviews r join stories s on s.id = r.story_id
      left join submissions e on r.subject_kind = 'submission' and e.id = r.subject_id
    where r.author_id = ${accountId} and r.state in ('automatic', 'manual') and s.deleted_at is null
    union all
    select t.id * 2 + 1, t.id, null, t.story_id, t.chapter_id, null,
      coalesce(c.title, s.title), s.title, s.language, t.language, t.approved_at is not null, true, t.submitted_at
    from translations t join stories s on s.id = t.story_id left join chapters c on c.id = t.chapter_id
    where t.translator_id = ${accountId} and t.status in ('submitted', 'under_review') and t.deleted_at is null
      and s.is_public
      and (t.chapter_id is null or c.is_readable))`;
}

/** Lists the caller’s own texts and translations that are in review, newest first. */
export async function listWaiting(
  ctx: Ctx,
  input: { cursor?: string | undefined; limit: number },
): Promise<Page<WaitingText>> {
  const from = pairCursor(input.cursor);
  const further = from ? sql`where (submitted_at, place) < (${from.value}::timestamptz, ${from.id}::bigint)` : sql``;
  const { rows } = await sql<WaitingRow>`select w.*, submitted_at::text as key from ${waitingTexts(memberOf(ctx).id)} w
    ${further} order by submitted_at desc, place desc limit ${input.limit + 1}`.execute(ctx.db);
  return keysetPageOf(
    rows,
    input.limit,
    (row) => ({
      id: row.id,
      kind: row.kind ?? 'translation',
      storyId: row.story_id,
      chapterId: row.chapter_id,
      roundId: row.round_id,
      title: row.title,
      storyTitle: row.story_title,
      language: row.language,
      into: row.into,
      isEdit: row.is_edit,
      byPerson: row.by_person,
      submittedAt: row.submitted_at.toISOString(),
    }),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.place),
  );
}

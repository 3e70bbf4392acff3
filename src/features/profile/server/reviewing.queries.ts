import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { WAITING_KINDS } from '#features/stories/model/member-work.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { WaitingText } from '../contract.ts';

interface WaitingRow {
  /** Key for paging that is unique across all kinds. */
  place: string;
  id: string;
  /** Index of its kind. */
  kind: number;
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
  /** `submitted_at` without loss. */
  at: string;
}

/** Selects a member’s own texts and translations that are in review, except in deleted stories. */
export function waitingTexts(ctx: Pick<Ctx, 'waitingTexts'>, accountId: string) {
  const ofKinds = WAITING_KINDS.map(
    (
      kind,
      n,
    ) => sql`select w.key * ${sql.lit(WAITING_KINDS.length)} + ${sql.lit(n)} as place, ${sql.lit(n)} as kind, w.*
      from (${ctx.waitingTexts[kind](accountId)}) w`,
  );
  return sql<WaitingRow>`(${sql.join(ofKinds, sql` union all `)})`;
}

/** Lists the caller’s own texts and translations that are in review, newest first. */
export async function listWaiting(
  ctx: Ctx,
  input: { cursor?: string | undefined; limit: number },
): Promise<Page<WaitingText>> {
  const from = pairCursor(input.cursor);
  const further = from ? sql`where (submitted_at, place) < (${from.value}::timestamptz, ${from.id}::bigint)` : sql``;
  const { rows } =
    await sql<WaitingRow>`select w.*, submitted_at::text as at from ${waitingTexts(ctx, memberOf(ctx).id)} w
    ${further} order by submitted_at desc, place desc limit ${input.limit + 1}`.execute(ctx.db);
  return keysetPageOf(
    rows,
    input.limit,
    (row) => ({
      id: row.id,
      kind: WAITING_KINDS[row.kind]!,
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
    (row) => makePairCursor(row.at.replace(' ', 'T'), row.place),
  );
}

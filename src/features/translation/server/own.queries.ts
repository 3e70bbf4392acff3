import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { OwnTranslation } from '../contract-views.ts';
import type { TranslationKind } from '../model/translation-status.ts';
import { isReadable } from './source.ts';
import { OPEN_STATUSES } from './translations.repo.ts';

/**
 * The caller’s translations of readable originals. Translations of hidden or deleted originals are left out until those
 * are shown again.
 */
function selectOwn(ctx: Ctx) {
  return ctx.db
    .selectFrom('translations as t')
    .innerJoin('stories as s', 's.id', 't.story_id')
    .leftJoin('chapters as c', 'c.id', 't.chapter_id')
    .where('t.translator_id', '=', memberOf(ctx).id)
    .where(isReadable)
    .select(['t.id', 't.kind', 't.story_id', 't.chapter_id', 't.language', 't.status', 't.done', 't.total', 't.stale'])
    .select(['t.saved_at', 't.submitted_at', 't.reason', 's.title as story_title', 's.language as source_language'])
    .select(['c.title', 'c.number'])
    .select(sql<boolean>`coalesce(t.lease_until <= db_clock(), false)`.as('is_over'));
}

function toOwnTranslation(
  row: Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>,
): OwnTranslation {
  return {
    id: row.id,
    kind: row.kind,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    storyTitle: row.story_title!,
    title: row.title ?? row.story_title!,
    number: row.number,
    sourceLanguage: row.source_language!,
    language: row.language,
    status: row.is_over ? 'submitted' : row.status,
    done: row.done,
    total: row.total,
    staleCount: row.stale.length,
    savedAt: row.saved_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    reason: row.status === 'rejected' ? row.reason : null,
  };
}

/** Returns the caller’s open translations, the last saved first. */
export async function listOwnTranslations(
  ctx: Ctx,
  input: { kind?: TranslationKind | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<OwnTranslation>> {
  let query = selectOwn(ctx)
    .where('t.status', 'in', OPEN_STATUSES)
    .where('t.approved_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .select(sql<string>`t.saved_at::text`.as('key'));
  if (input.kind) query = query.where('t.kind', '=', input.kind);
  const from = pairCursor(input.cursor);
  if (from) query = query.where(sql<boolean>`(t.saved_at, t.id) < (${from.value}::timestamptz, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('t.saved_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(rows, input.limit, toOwnTranslation, (row) => makePairCursor(row.key.replace(' ', 'T'), row.id));
}

/**
 * Sort key as one number: the approval time in microseconds, plus an offset larger than any time if the translation is
 * out of date.
 */
const PLACE = sql<string>`(extract(epoch from t.approved_at) * 1000000)::numeric(20)
  + case when cardinality(t.stale) > 0 then 1e18 else 0 end`;

/** Returns the caller’s published translations. Those out of date come first, because they need an update. */
export async function listOwnPublished(
  ctx: Ctx,
  input: { cursor?: string | undefined; limit: number },
): Promise<Page<OwnTranslation>> {
  let query = selectOwn(ctx).where('t.status', '=', 'approved').select(PLACE.as('place'));
  const from = pairCursor(input.cursor);
  if (from) query = query.where(sql<boolean>`(${PLACE}, t.id) < (${from.value}::numeric, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('place', 'desc')
    .orderBy('t.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(rows, input.limit, toOwnTranslation, (row) => makePairCursor(row.place, row.id));
}

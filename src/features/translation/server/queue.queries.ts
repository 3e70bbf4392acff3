import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { QueuedTranslation, Reviewing } from '../contract-views.ts';
import { EARNED_APPROVED } from '../model/translation-limits.ts';
import type { TranslationKind } from '../model/translation-status.ts';
import { reviewedLanguages, translatorRecords } from './reviewers.repo.ts';
import { isReadable } from './source.ts';

/** Counting stops here, so that a long queue costs no more. */
const COUNTED_MAX = 100;

/** True if a reviewer has reserved it. An expired lease doesn’t count, even before the tick has ended it. */
const IS_HELD = sql<boolean>`(t.status = 'under_review' and t.lease_until > db_clock())`;

/** Translations in review, reserved or not, whose originals are readable. */
function waiting(db: Db) {
  return db
    .selectFrom('translations as t')
    .innerJoin('stories as s', 's.id', 't.story_id')
    .leftJoin('chapters as c', 'c.id', 't.chapter_id')
    .where('t.status', 'in', ['submitted', 'under_review'])
    .where('t.deleted_at', 'is', null)
    .where(isReadable);
}

function queued(db: Db, viewerId: string) {
  return waiting(db)
    .innerJoin('accounts as by', 'by.id', 't.translator_id')
    .innerJoin('accounts as a', (join) => join.on(sql<boolean>`a.id = coalesce(c.author_id, s.creator_id)`))
    .leftJoin('accounts as h', 'h.id', 't.reviewer_id')
    .select(['t.id', 't.kind', 't.story_id', 't.chapter_id', 't.language', 't.units', 't.lease_until', 't.seems_in'])
    .select(['s.title as story_title', 's.language as source_language', 'c.title as chapter_title', 'c.number'])
    .select(['a.id as author_id', 'a.username as author_name', 'a.slug as author_slug'])
    .select(['by.id as translator_id', 'by.username', 'by.slug', 'h.id as holder_id', 'h.username as holder_name'])
    .select([
      sql<Date>`t.submitted_at`.as('submitted_at'),
      // With full precision, because rows are ordered by it.
      sql<string>`t.submitted_at::text`.as('key'),
      IS_HELD.as('is_held'),
      sql<boolean>`t.translator_id = ${viewerId}`.as('is_own'),
      't.is_stale as is_outdated',
      sql<boolean>`exists (select from translations p where p.story_id = t.story_id
        and coalesce(p.chapter_id, 0) = coalesce(t.chapter_id, 0) and p.language = t.language
        and p.status = 'approved')`.as('is_update'),
      sql<boolean>`t.decided_at is not null`.as('is_second_time'),
    ]);
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof queued>['executeTakeFirstOrThrow']>>;

function toQueued(row: QueueRow, viewerId: string): QueuedTranslation {
  return {
    id: row.id,
    kind: row.kind,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    storyTitle: row.story_title!,
    title: row.chapter_title ?? row.story_title!,
    number: row.number,
    author: { id: row.author_id, username: row.author_name, slug: row.author_slug },
    sourceLanguage: row.source_language!,
    language: row.language,
    translator: { id: row.translator_id, username: row.username, slug: row.slug },
    units: row.units,
    submittedAt: row.submitted_at.toISOString(),
    isUpdate: row.is_update,
    isSecondTime: row.is_second_time,
    isOutdated: row.is_outdated,
    seemsIn: row.seems_in,
    // Translators don’t see who is reviewing their work.
    holder:
      row.is_held && !row.is_own
        ? {
            username: row.holder_name!,
            isSelf: row.holder_id === viewerId,
            until: row.lease_until!.toISOString(),
          }
        : null,
    isOwn: row.is_own,
  };
}

/** Returns translations into a language in review, oldest first. Throws forbidden. */
export async function listReviewQueue(
  ctx: Ctx,
  input: { kind: TranslationKind; language: Language; cursor?: string | undefined; limit: number },
): Promise<Page<QueuedTranslation>> {
  const actor = memberOf(ctx);
  const languages = await reviewedLanguages(ctx.db, actor);
  if (!languages.includes(input.language)) throw new AppError('forbidden');
  let query = queued(ctx.db, actor.id).where('t.language', '=', input.language).where('t.kind', '=', input.kind);
  const last = pairCursor(input.cursor);
  if (last) {
    query = query.where(sql<boolean>`(t.submitted_at, t.id) > (${last.value}::timestamptz, ${last.id}::bigint)`);
  }
  const rows = await query
    .orderBy('t.submitted_at')
    .orderBy('t.id')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    input.limit,
    (row) => toQueued(row, actor.id),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.id),
  );
}

/** Counts the translations into a language in review, up to 100, and when the oldest was submitted. Excludes `but`. */
export async function countTranslationsToReview(
  db: Db,
  of: { kind: TranslationKind; language: Language; but: string | null },
): Promise<{ count: number; oldestAt: string | null }> {
  const rows = await waiting(db)
    .where('t.language', '=', of.language)
    .where('t.kind', '=', of.kind)
    .where('t.id', 'is distinct from', of.but)
    .select('t.submitted_at')
    .orderBy('t.submitted_at')
    .orderBy('t.id')
    .limit(COUNTED_MAX)
    .execute();
  return { count: rows.length, oldestAt: rows[0]?.submitted_at?.toISOString() ?? null };
}

/** Returns the languages that the caller can review into, and how many translations of others are free to review. */
export async function getReviewing(ctx: Ctx): Promise<Reviewing> {
  const actor = memberOf(ctx);
  const languages = await reviewedLanguages(ctx.db, actor);
  const counts = await waiting(ctx.db)
    .where('t.language', '=', sql<Row<'translations'>['language']>`any(${languages}::text[])`)
    .where('t.translator_id', '<>', actor.id)
    .where(({ not }) => not(IS_HELD))
    .select(['t.language', 't.kind'])
    .select((eb) => [eb.fn.countAll<string>().as('count'), sql<Date>`min(t.submitted_at)`.as('oldest_at')])
    .groupBy(['t.language', 't.kind'])
    .execute();
  const records = await translatorRecords(ctx.db, actor.id);
  return {
    languages: languages.map((language) => {
      const here = counts.filter((row) => row.language === language);
      const count = (kind: TranslationKind) => Number(here.find((row) => row.kind === kind)?.count ?? 0);
      const [oldest] = here.map((row) => row.oldest_at.toISOString()).sort();
      return { language, story: count('story'), chapter: count('chapter'), oldestAt: oldest ?? null };
    }),
    earning: [...records]
      .filter(([language]) => !languages.includes(language))
      .map(([language, { approved }]) => ({ language, approved, needed: EARNED_APPROVED })),
  };
}

import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import { countUnitsOf } from '#core/unit-counter.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { lockStory } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';
import { type ColumnChanges, forgetReasons, moveStatus } from '#platform/db/status-log.ts';
import type { SourcePart, SourceTexts } from '../model/source-parts.ts';
import { DELETED_TRANSLATION_KEPT } from '../model/translation-limits.ts';
import type { TranslationFacts } from '../model/translation-policy.ts';
import {
  type TranslationAction,
  type TranslationKind,
  type TranslationStatus,
  translationMachine,
} from '../model/translation-status.ts';
import { doneParts, type TranslationText } from '../model/working-text.ts';
import type { Source, SourceRef } from './source.ts';

/** A translation with its text. */
export interface TranslationRecord {
  id: string;
  kind: TranslationKind;
  storyId: string;
  chapterId: string | null;
  language: Language;
  translatorId: string;
  /** Status at the time of reading. A translation whose lease has expired is `submitted` again. */
  status: TranslationStatus;
  version: number;
  sourceRevision: number;
  stale: string[];
  text: TranslationText;
  /** What each part of the original said when its translation was last confirmed. */
  known: SourceTexts;
  savedAt: Date;
  submittedAt: Date | null;
  approvedAt: Date | null;
  reason: string | null;
  /** The language that the submitted text seems to be in. Null if that is its own, or if it can’t be told. */
  seemsIn: string | null;
  /** The reviewer’s lease. Null once it has expired. */
  lease: { reviewerId: string; until: Date; renewed: boolean } | null;
  /** The published translation that this one is based on, and its translator. */
  basedOnId: string | null;
  basedOn: { id: string; username: string; slug: string } | null;
  deleted: boolean;
}

function translationQuery(db: Db, id: string) {
  return db
    .selectFrom('translations as t')
    .innerJoin('translation_texts as x', 'x.translation_id', 't.id')
    .leftJoin('translations as base', 'base.id', 't.based_on_id')
    .leftJoin('accounts as b', 'b.id', 'base.translator_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.kind', 't.story_id', 't.chapter_id', 't.language', 't.translator_id', 't.status', 't.version'])
    .select(['t.source_revision', 't.stale', 't.saved_at', 't.submitted_at', 't.approved_at', 't.reason', 't.seems_in'])
    .select(['t.reviewer_id', 't.lease_until', 't.lease_renewed', 't.deleted_at', 'x.draft', 'x.source'])
    .select(['t.based_on_id', 'b.id as base_id', 'b.username as base_name', 'b.slug as base_slug'])
    .select(sql<boolean>`coalesce(t.lease_until <= db_clock(), false)`.as('is_over'));
}

type TranslationRow = Awaited<ReturnType<ReturnType<typeof translationQuery>['executeTakeFirstOrThrow']>>;

function toRecord(row: TranslationRow): TranslationRecord {
  const { base_id, base_name, base_slug } = row;
  return {
    id: row.id,
    kind: row.kind,
    storyId: row.story_id,
    chapterId: row.chapter_id,
    language: row.language,
    translatorId: row.translator_id,
    status: row.is_over ? 'submitted' : row.status,
    version: row.version,
    sourceRevision: row.source_revision,
    stale: row.stale,
    text: row.draft,
    known: row.source,
    savedAt: row.saved_at,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    reason: row.reason,
    seemsIn: row.seems_in,
    lease:
      row.reviewer_id && row.lease_until && !row.is_over
        ? { reviewerId: row.reviewer_id, until: row.lease_until, renewed: row.lease_renewed }
        : null,
    basedOnId: row.based_on_id,
    basedOn: base_id && base_name && base_slug ? { id: base_id, username: base_name, slug: base_slug } : null,
    deleted: row.deleted_at !== null,
  };
}

export async function findTranslation(db: Db, id: string): Promise<TranslationRecord | null> {
  const row = await translationQuery(db, id).executeTakeFirst();
  return row ? toRecord(row) : null;
}

/**
 * Locks the translation until the transaction ends, and reads it afterwards. Ends an expired lease first, so that the
 * row agrees with the record.
 */
export async function lockTranslation(db: Db, id: string): Promise<TranslationRecord | null> {
  const row = await db
    .selectFrom('translations')
    .select(['id', 'status', sql<boolean>`coalesce(lease_until <= db_clock(), false)`.as('is_over')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.is_over) await moveRow(db, id, 'under_review', 'release', { actorId: null }, NO_LEASE);
  return row ? findTranslation(db, id) : null;
}

/** Locks the story and then the translation. That is the order in which publications lock them. */
export async function lockWithStory(db: Db, id: string): Promise<TranslationRecord | null> {
  const known = await db.selectFrom('translations').select('story_id').where('id', '=', id).executeTakeFirst();
  if (!known) return null;
  await lockStory(db, known.story_id);
  return lockTranslation(db, id);
}

export const NO_LEASE = { reviewer_id: null, lease_until: null, lease_renewed: false } as const;

type By = { actorId: string | null; reason?: string };

/**
 * Moves the status by an action of the machine. `also` is set in the same update. Throws `conflict` if the status has
 * changed since it was read.
 */
export function moveTranslation(
  db: Db,
  { id, status }: Pick<TranslationRecord, 'id' | 'status'>,
  action: TranslationAction,
  by: By,
  also: ColumnChanges<'translations'> = {},
): Promise<void> {
  return moveRow(db, id, status, action, by, also);
}

async function moveRow(
  db: Db,
  id: string,
  from: TranslationStatus,
  action: TranslationAction,
  by: By,
  also: ColumnChanges<'translations'>,
): Promise<void> {
  const holder = { kind: 'translation', id, table: 'translations', column: 'status', story: 'story_id' } as const;
  await moveStatus(db, holder, { action, from, to: next(translationMachine, from, action), ...by }, also);
}

/** The facts for the policy, with the current original. An original that no longer exists counts as not public. */
export function translationFactsOf(record: TranslationRecord, source: Source | null): TranslationFacts {
  return {
    source: source?.facts ?? { kind: record.kind, isPublic: false, language: record.language },
    language: record.language,
    translatorId: record.translatorId,
    status: record.status,
    reviewerId: record.lease?.reviewerId ?? null,
    isOutdated: record.stale.length > 0,
    wasPublic: record.approvedAt !== null,
    deleted: record.deleted,
  };
}

/** The statuses of open translations. At most one per member, text and language (index `translations_open`). */
export const OPEN_STATUSES = ['saved', 'submitted', 'under_review', 'rejected'] as const satisfies TranslationStatus[];

/** Selects the ids of the translations of a text into a language. */
function ofText(db: Db, { storyId, chapterId }: SourceRef, language: Language) {
  return db
    .selectFrom('translations')
    .select('id')
    .where('story_id', '=', storyId)
    .where(sql`coalesce(chapter_id, 0)`, '=', chapterId ?? '0')
    .where('language', '=', language);
}

/** Finds the member’s open translation of a text into a language. */
export async function findOpenTranslation(
  db: Db,
  source: SourceRef,
  language: Language,
  translatorId: string,
): Promise<TranslationRecord | null> {
  const row = await ofText(db, source, language)
    .where('translator_id', '=', translatorId)
    .where('status', 'in', OPEN_STATUSES)
    .where('approved_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? findTranslation(db, row.id) : null;
}

/** Finds the published translation of a text into a language. */
export async function findPublished(db: Db, source: SourceRef, language: Language): Promise<TranslationRecord | null> {
  const row = await ofText(db, source, language).where('status', '=', 'approved').executeTakeFirst();
  return row ? findTranslation(db, row.id) : null;
}

/** Finds the member’s newest translation of a text into a language that was ever published. */
export async function findOwnPublished(
  db: Db,
  source: SourceRef,
  language: Language,
  translatorId: string,
): Promise<TranslationRecord | null> {
  const row = await ofText(db, source, language)
    .where('translator_id', '=', translatorId)
    .where('approved_at', 'is not', null)
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? findTranslation(db, row.id) : null;
}

/** Columns that lists show, computed from the text. */
export function progressOf(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]) {
  const words = [...Object.values(text.fields), ...text.paragraphs.map((paragraph) => paragraph.text)];
  return {
    done: doneParts(text, known, parts).length,
    total: parts.length,
    units: countUnitsOf(words),
  };
}

/** Saves the text as the next version. Requires the lock. */
export async function saveText(
  db: Db,
  record: TranslationRecord,
  source: Source,
  { text, known, stale }: { text: TranslationText; known: SourceTexts; stale: string[] },
): Promise<void> {
  await db
    .updateTable('translations')
    .set({
      version: record.version + 1,
      source_revision: source.revision,
      stale,
      saved_at: sql<Date>`db_clock()`,
      ...progressOf(text, known, source.parts),
    })
    .where('id', '=', record.id)
    .execute();
  await db
    .updateTable('translation_texts')
    .set({ draft: toJson(text), source: toJson(known) })
    .where('translation_id', '=', record.id)
    .execute();
}

/** Inserts a translation with its texts. Returns its id. */
export async function insertTranslation(
  db: Db,
  source: Source,
  translation: Pick<Row<'translations'>, 'language' | 'translator_id' | 'based_on_id' | 'stale'>,
  { text, known }: { text: TranslationText; known: SourceTexts },
): Promise<string> {
  const { id } = await db
    .insertInto('translations')
    .values({
      kind: source.facts.kind,
      story_id: source.storyId,
      chapter_id: source.chapterId,
      source_revision: source.revision,
      ...translation,
      ...progressOf(text, known, source.parts),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('translation_texts')
    .values({ translation_id: id, story_id: source.storyId, draft: toJson(text), source: toJson(known) })
    .execute();
  return id;
}

/** Changes columns of a translation that is locked. Its status moves by `moveTranslation`. */
export async function changeTranslation(
  db: Db,
  id: string,
  changes: Omit<ColumnChanges<'translations'>, 'status'>,
): Promise<void> {
  await db.updateTable('translations').set(changes).where('id', '=', id).execute();
}

/** Stores the published text. */
export async function saveDocument(db: Db, id: string, document: ChapterDocument): Promise<void> {
  await db
    .updateTable('translation_texts')
    .set({ document: toJson(document) })
    .where('translation_id', '=', id)
    .execute();
}

/** Stores the original that a translation was made from. */
export async function saveKnown(db: Db, id: string, known: SourceTexts): Promise<void> {
  await db
    .updateTable('translation_texts')
    .set({ source: toJson(known) })
    .where('translation_id', '=', id)
    .execute();
}

/** Deletes earlier deleted translations of a text by the same translator: only the last one can be restored. */
export async function forgetDeleted(
  db: Db,
  { storyId, chapterId, language, translatorId }: TranslationRecord,
): Promise<void> {
  const rows = await db
    .deleteFrom('translations')
    .where('translator_id', '=', translatorId)
    .where('story_id', '=', storyId)
    .where('chapter_id', chapterId ? '=' : 'is', chapterId)
    .where('language', '=', language)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .execute();
  await forgetReasons(db, 'translation', rows);
}

/** Undoes a deletion that is recent enough. Returns false if there is none. */
export async function restoreTranslation(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('translations')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', sql<Date>`db_clock() - make_interval(secs => ${DELETED_TRANSLATION_KEPT / 1000})`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

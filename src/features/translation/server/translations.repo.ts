import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import { countUnitsOf } from '#core/unit-counter.ts';
import { lockStory } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import type { SourcePart, SourceTexts } from '../model/source-parts.ts';
import type { TranslationFacts } from '../model/translation-policy.ts';
import {
  type TranslationAction,
  type TranslationKind,
  type TranslationStatus,
  translationMachine,
} from '../model/translation-status.ts';
import { doneParts, type TranslationText } from '../model/working-text.ts';
import type { Source, SourceRef } from './source.ts';

/** A translation with its text, as its services work with it. */
export interface TranslationRecord {
  id: string;
  kind: TranslationKind;
  storyId: string;
  chapterId: string | null;
  language: Language;
  translatorId: string;
  /** As it is at the moment of reading: a lease that is over is `submitted` again. */
  status: TranslationStatus;
  version: number;
  sourceRevision: number;
  stale: string[];
  text: TranslationText;
  /** Each part of the source as it was when its translation was last confirmed. */
  known: SourceTexts;
  savedAt: Date;
  submittedAt: Date | null;
  approvedAt: Date | null;
  reason: string | null;
  /** Who has it to review; null once the lease is over. */
  lease: { reviewerId: string; until: Date; renewed: boolean } | null;
  /** The published translation that it began with, and whose that is. */
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
    .select(['t.source_revision', 't.stale', 't.saved_at', 't.submitted_at', 't.approved_at', 't.reason'])
    .select(['t.reviewer_id', 't.lease_until', 't.lease_renewed', 't.deleted_at', 'x.draft', 'x.source'])
    .select(['t.based_on_id', 'b.id as base_id', 'b.username as base_name', 'b.slug as base_slug'])
    .select(sql<boolean>`coalesce(t.lease_until <= db_clock(), false)`.as('is_over'));
}

type Row = Awaited<ReturnType<ReturnType<typeof translationQuery>['executeTakeFirstOrThrow']>>;

function toRecord(row: Row): TranslationRecord {
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
 * The translation, locked against other writers until the transaction ends, and read only then. A lease that is over is
 * ended first, so what is written is what the record says.
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

/** The same with its story locked before it, as everything keeps the order that publications race with. */
export async function lockWithStory(db: Db, id: string): Promise<TranslationRecord | null> {
  const known = await db.selectFrom('translations').select('story_id').where('id', '=', id).executeTakeFirst();
  if (!known) return null;
  await lockStory(db, known.story_id);
  return lockTranslation(db, id);
}

export const NO_LEASE = { reviewer_id: null, lease_until: null, lease_renewed: false } as const;

type By = { actorId: string | null; reason?: string };

/**
 * Moves the status by an action of the machine; `also` is set in the same update. Throws `conflict` when somebody was
 * faster.
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
  const holder = { kind: 'translation', id, table: 'translations', column: 'status' } as const;
  await moveStatus(db, holder, { action, from, to: next(translationMachine, from, action), ...by }, also);
}

/** What the rules hang on, with the source as it is now; one that is gone is not public. */
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

/** What is in its translator's hand, or waits for a decision: one of each text and language (`translations_in_hand`). */
export const OPEN_STATUSES = ['saved', 'submitted', 'under_review', 'rejected'] as const satisfies TranslationStatus[];

/** The translations of a text into a language, by their ids. */
function ofText(db: Db, { storyId, chapterId }: SourceRef, language: Language) {
  return db
    .selectFrom('translations')
    .select('id')
    .where('story_id', '=', storyId)
    .where(sql`coalesce(chapter_id, 0)`, '=', chapterId ?? '0')
    .where('language', '=', language);
}

/** What a member has in hand of a text in a language. */
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

/** The published translation of a text into a language. */
export async function findPublished(db: Db, source: SourceRef, language: Language): Promise<TranslationRecord | null> {
  const row = await ofText(db, source, language).where('status', '=', 'approved').executeTakeFirst();
  return row ? findTranslation(db, row.id) : null;
}

/** The member's newest translation of a text into a language that was ever published. */
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

/** What a row keeps of a text beside it, for lists. */
export function progressOf(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]) {
  const words = [...Object.values(text.fields), ...text.paragraphs.map((paragraph) => paragraph.text)];
  return {
    done: doneParts(text, known, parts).length,
    total: parts.length,
    units: countUnitsOf(words),
  };
}

/** Writes the text of a translation that is locked, as the version after its present one. */
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

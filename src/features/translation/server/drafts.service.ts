import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE, type ParsedOf } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { plainParagraphs, SCENE_BREAK } from '#features/chapters/model/document.ts';
import { lockStory } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { translationApi } from '../contract.ts';
import type { TranslationDraft } from '../contract-views.ts';
import { alignParagraphs } from '../model/align.ts';
import { printMarked } from '../model/inline-markup.ts';
import { withParagraphIds } from '../model/paragraph-ids.ts';
import type { SourcePart, SourceTexts } from '../model/source-parts.ts';
import type { GivenParagraph } from '../model/translation-fields.ts';
import { DELETED_TRANSLATION_KEPT, OPEN_TRANSLATIONS_MAX, PARAGRAPHS_MAX } from '../model/translation-limits.ts';
import {
  canDeleteTranslation,
  canSaveTranslation,
  canSubmitTranslation,
  canTranslate,
  canWithdrawTranslation,
} from '../model/translation-policy.ts';
import {
  alignedParts,
  confirmParts,
  EMPTY_TEXT,
  isSameTranslation,
  isWholeTranslation,
  staleParts,
  type TranslationText,
} from '../model/working-text.ts';
import { findSource, isReadable, type Source, type SourceRef } from './source.ts';
import { ownTranslationOrThrow, toTranslationDraft, translationSourceOf } from './translation-views.ts';
import {
  findOpenTranslation,
  findOwnPublished,
  findPublished,
  findTranslation,
  lockTranslation,
  lockWithStory,
  moveTranslation,
  OPEN_STATUSES,
  progressOf,
  saveText,
  type TranslationRecord,
  translationFactsOf,
} from './translations.repo.ts';

/** The text to translate. Errors: story_not_found, chapter_not_found, same_language. */
export async function sourceToTranslate(ctx: Ctx, ref: SourceRef, language: Language): Promise<Source> {
  const source = await findSource(ctx.db, ref);
  if (!source) throw new AppError(ref.chapterId ? 'chapter_not_found' : 'story_not_found');
  authorize(canTranslate(source.facts, language));
  return source;
}

/**
 * Begins a translation, or gives the one that the caller has in hand. It goes on from the caller's own last one that was
 * published, also where that is taken down by now, or from the public one where that is wanted.
 */
export async function createTranslation(
  ctx: Ctx,
  input: SourceRef & { language: Language; fromPublished?: boolean | undefined },
): Promise<TranslationDraft> {
  const { id: translatorId } = memberOf(ctx);
  const { language } = input;
  return inTransaction(ctx, async (inner) => {
    // What is being published just now is the source that it begins with.
    await lockStory(inner.db, input.storyId);
    const source = await sourceToTranslate(inner, input, language);
    const inHand = await findOpenTranslation(inner.db, source, language, translatorId);
    if (inHand) return toTranslationDraft(ctx, inHand, source);
    await ensureRoom(inner.db, translatorId);
    const base = input.fromPublished
      ? await findPublished(inner.db, source, language)
      : await findOwnPublished(inner.db, source, language, translatorId);
    const begun = await insertTranslation(inner.db, source, language, translatorId, base);
    return toTranslationDraft(ctx, begun, source);
  });
}

/** What is out of reach, since its source is hidden or deleted, takes no room. */
async function ensureRoom(db: Db, translatorId: string): Promise<void> {
  const { count } = await db
    .selectFrom('translations as t')
    .innerJoin('stories as s', 's.id', 't.story_id')
    .leftJoin('chapters as c', 'c.id', 't.chapter_id')
    .where('t.translator_id', '=', translatorId)
    .where('t.status', 'in', OPEN_STATUSES)
    .where('t.approved_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .where(isReadable)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= OPEN_TRANSLATIONS_MAX) throw new AppError('too_many_drafts');
}

/** Whose text a new one goes on from: that of another, also by way of one's own. */
function creditOf(base: TranslationRecord, translatorId: string): string | null {
  return base.translatorId === translatorId ? base.basedOnId : base.id;
}

/** A new translation, empty or with the text of a published one. */
async function insertTranslation(
  db: Db,
  source: Source,
  language: Language,
  translatorId: string,
  base: TranslationRecord | null,
): Promise<TranslationRecord> {
  const text = base?.text ?? EMPTY_TEXT;
  const known: SourceTexts = base?.known ?? {};
  const row = await db
    .insertInto('translations')
    .values({
      kind: source.facts.kind,
      story_id: source.storyId,
      chapter_id: source.chapterId,
      language,
      translator_id: translatorId,
      based_on_id: base && creditOf(base, translatorId),
      source_revision: source.revision,
      stale: staleParts(known, source.parts, { isWhole: false }),
      ...progressOf(text, known, source.parts),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('translation_texts')
    .values({
      translation_id: row.id,
      story_id: source.storyId,
      draft: toJson(text),
      source: toJson(known),
    })
    .execute();
  return (await findTranslation(db, row.id))!;
}

type Update = ParsedOf<typeof translationApi.update>;

/**
 * Saves what is given. Errors: translation_changed when the version is stale, with the text as it is now;
 * translation_in_review. Parts are confirmed only against the source that the caller has seen.
 */
export async function updateTranslation(ctx: Ctx, input: Update): Promise<TranslationDraft> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockTranslation(inner.db, input.translationId));
    const source = await translationSourceOf(inner, record);
    authorize(canSaveTranslation(ctx.actor, translationFactsOf(record, source)));
    if (!source) throw new AppError('translation_not_found');
    if (input.version !== record.version) {
      const current = toTranslationDraft(ctx, record, source);
      throw new AppError('translation_changed', { details: { current } });
    }
    const given = changedText(record, source, input);
    const isSeen = input.sourceRevision === source.revision;
    const { text, known } = isSeen
      ? confirmParts(given, record.known, source.parts, input.done ?? [])
      : { text: given, known: record.known };
    const stale = staleParts(known, source.parts, { isWhole: false });
    await saveText(inner.db, record, source, { text, known, stale });
    return loadDraft(inner, record.id);
  });
}

/** The translation as it is written now. */
async function loadDraft(ctx: Ctx, id: string): Promise<TranslationDraft> {
  const record = ownTranslationOrThrow(ctx, await findTranslation(ctx.db, id));
  return toTranslationDraft(ctx, record, await translationSourceOf(ctx, record));
}

/** The text with what is given in its place; nothing in it names a source paragraph that there never was. */
function changedText({ text, known, language }: TranslationRecord, source: Source, input: Update): TranslationText {
  const { fields } = text;
  const paragraphs = input.content === undefined ? input.paragraphs : aligned(source, language, input.content);
  const isKnown = isSourceOf(source.parts, known);
  return {
    fields: {
      title: input.title ?? fields.title,
      summary: input.summary ?? fields.summary,
      choice: input.choice ?? fields.choice,
    },
    paragraphs: paragraphs
      ? withParagraphIds(paragraphs, randomBytes).map((paragraph) => ({
          ...paragraph,
          sources: [...new Set(paragraph.sources)].filter(isKnown),
        }))
      : text.paragraphs,
    leftOut: input.leftOut ? [...new Set(input.leftOut)].filter(isKnown) : text.leftOut,
  };
}

function isSourceOf(parts: readonly SourcePart[], known: SourceTexts): (key: string) => boolean {
  const keys = new Set([...parts.map(({ key }) => key), ...Object.keys(known)]);
  return (key) => keys.has(key) && !key.startsWith('@');
}

/** A plain text as paragraphs that name what they render, found by their lengths. */
function aligned(source: Source, language: Language, content: string): GivenParagraph[] {
  const paragraphs = plainParagraphs(content).filter((piece) => piece.trim() !== SCENE_BREAK);
  if (paragraphs.length > PARAGRAPHS_MAX) throw fieldError('content', 'too_many_paragraphs');
  const parts = source.parts.filter(({ key }) => !key.startsWith('@'));
  const sources = alignParagraphs(parts, paragraphs, { source: source.facts.language, target: language });
  return paragraphs.map((text, i) => ({ text: literally(text), sources: sources[i] ?? [] }));
}

/** Plain words as marked ones: nothing in them is a sign. */
function literally(text: string): string {
  return text
    .split('\n')
    .map((words) => printMarked(words === '' ? [] : [{ type: 'text', text: words }]))
    .join('\n');
}

/** Sends a translation to review. Errors: save_changes_first, translation_incomplete, translation_unchanged when readers see this already. */
export async function submitTranslation(
  ctx: Ctx,
  input: { translationId: string; version?: number | undefined },
): Promise<TranslationDraft> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockWithStory(inner.db, input.translationId));
    const source = await translationSourceOf(inner, record);
    authorize(canSubmitTranslation(ctx.actor, translationFactsOf(record, source)));
    if (input.version !== undefined && input.version !== record.version) throw new AppError('save_changes_first');
    if (!source || !isWholeTranslation(record.text, record.known, source.parts)) throw incomplete(record, source);
    const published = await findPublished(inner.db, record, record.language);
    if (published?.stale.length === 0 && isSameTranslation(published.text, record.text))
      throw new AppError('translation_unchanged');
    await moveTranslation(
      inner.db,
      record,
      'submit',
      { actorId: record.translatorId },
      { submitted_at: sql`db_clock()`, stale: [], source_revision: source.revision },
    );
    return loadDraft(inner, record.id);
  });
}

function incomplete(record: TranslationRecord, source: Source | null): AppError {
  const rendered = alignedParts(record.text);
  const open = (source?.parts ?? []).filter(({ key }) => !rendered.has(key)).map(({ key }) => key);
  return new AppError('translation_incomplete', { details: { open } });
}

/** Takes a translation back. Error: translation_claimed while somebody reads it. */
export async function withdrawTranslation(ctx: Ctx, input: { translationId: string }): Promise<TranslationDraft> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockWithStory(inner.db, input.translationId));
    const source = await translationSourceOf(inner, record);
    authorize(canWithdrawTranslation(ctx.actor, translationFactsOf(record, source)));
    const stale = staleParts(record.known, source?.parts ?? [], { isWhole: false });
    await moveTranslation(inner.db, record, 'withdraw', { actorId: record.translatorId }, { stale });
    return loadDraft(inner, record.id);
  });
}

export async function deleteTranslation(ctx: Ctx, input: { translationId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockTranslation(inner.db, input.translationId));
    authorize(canDeleteTranslation(ctx.actor, translationFactsOf(record, await translationSourceOf(inner, record))));
    await forgetDeleted(inner.db, record);
    await inner.db
      .updateTable('translations')
      .set({ deleted_at: sql<Date>`db_clock()` })
      .where('id', '=', record.id)
      .execute();
    return DONE;
  });
}

/** Of each text and language the last one that was deleted can be brought back. */
async function forgetDeleted(db: Db, { storyId, chapterId, language, translatorId }: TranslationRecord): Promise<void> {
  await db
    .deleteFrom('translations')
    .where('translator_id', '=', translatorId)
    .where('story_id', '=', storyId)
    .where('chapter_id', chapterId ? '=' : 'is', chapterId)
    .where('language', '=', language)
    .where('deleted_at', 'is not', null)
    .execute();
}

/** Brings a deleted translation back. Error: wrong_state when another one of the same text is in hand by now. */
export async function undeleteTranslation(ctx: Ctx, input: { translationId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockWithStory(inner.db, input.translationId));
    if (!record.deleted) return DONE;
    if (await findOpenTranslation(inner.db, record, record.language, record.translatorId))
      throw new AppError('wrong_state');
    await ensureRoom(inner.db, record.translatorId);
    const row = await inner.db
      .updateTable('translations')
      .set({ deleted_at: null })
      .where('id', '=', record.id)
      .where('deleted_at', '>', sql<Date>`db_clock() - make_interval(secs => ${DELETED_TRANSLATION_KEPT / 1000})`)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('translation_not_found');
    return DONE;
  });
}

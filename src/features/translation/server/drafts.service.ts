import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE, type ParsedOf } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { plainParagraphs, SCENE_BREAK } from '#features/chapters/model/document.ts';
import { TITLE_MAX } from '#features/stories/model/story-limits.ts';
import { lockStory } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { translationApi } from '../contract.ts';
import type { TranslationDraft } from '../contract-views.ts';
import { alignParagraphs } from '../model/align.ts';
import { printMarked } from '../model/inline-markup.ts';
import { withParagraphIds } from '../model/paragraph-ids.ts';
import type { SourcePart, SourceTexts } from '../model/source-parts.ts';
import type { GivenParagraph } from '../model/translation-fields.ts';
import { OPEN_TRANSLATIONS_MAX, PARAGRAPHS_MAX } from '../model/translation-limits.ts';
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
import { type CheckedTranslation, checkTranslation } from './check-translation.ts';
import { findSource, isReadable, type Source, type SourceRef } from './source.ts';
import { ownTranslationOrThrow, toTranslationDraft, translationSourceOf } from './translation-views.ts';
import {
  changeTranslation,
  findOpenTranslation,
  findOwnPublished,
  findPublished,
  findTranslation,
  forgetDeleted,
  insertTranslation,
  lockTranslation,
  lockWithStory,
  moveTranslation,
  OPEN_STATUSES,
  restoreTranslation,
  saveText,
  type TranslationRecord,
  translationFactsOf,
} from './translations.repo.ts';

/** Returns the original to translate. Throws story_not_found, chapter_not_found or same_language. */
export async function sourceToTranslate(ctx: Ctx, ref: SourceRef, language: Language): Promise<Source> {
  const source = await findSource(ctx.db, ref);
  if (!source) throw new AppError(ref.chapterId ? 'chapter_not_found' : 'story_not_found');
  authorize(canTranslate(source.facts, language));
  return source;
}

/**
 * Starts a translation, or returns the caller’s open one. It is based on the caller’s own last published one, even if
 * that has been taken down, or with `fromPublished` on the one that readers see. Throws too_many_drafts.
 */
export async function createTranslation(
  ctx: Ctx,
  input: SourceRef & { language: Language; fromPublished?: boolean | undefined },
): Promise<TranslationDraft> {
  const { id: translatorId } = memberOf(ctx);
  const { language } = input;
  return inTransaction(ctx, async (inner) => {
    // Waits for a publication in progress, so that the translation starts from its result.
    await lockStory(inner.db, input.storyId);
    const source = await sourceToTranslate(inner, input, language);
    const inHand = await findOpenTranslation(inner.db, source, language, translatorId);
    if (inHand) return toTranslationDraft(ctx, inHand, source);
    await ensureRoom(inner.db, translatorId);
    const base = input.fromPublished
      ? await findPublished(inner.db, source, language)
      : await findOwnPublished(inner.db, source, language, translatorId);
    const begun = await beginTranslation(inner.db, source, language, translatorId, base);
    return toTranslationDraft(ctx, begun, source);
  });
}

/**
 * Throws too_many_drafts at the limit. Translations of hidden or deleted originals don’t count, because their
 * translators can’t reach them.
 */
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

/** The translation to credit. If the base is the translator’s own, that is the one which their own was based on. */
function creditOf(base: TranslationRecord, translatorId: string): string | null {
  return base.translatorId === translatorId ? base.basedOnId : base.id;
}

/** Inserts a translation, empty or with the text of a published one. */
async function beginTranslation(
  db: Db,
  source: Source,
  language: Language,
  translatorId: string,
  base: TranslationRecord | null,
): Promise<TranslationRecord> {
  const text = base?.text ?? EMPTY_TEXT;
  const known: SourceTexts = base?.known ?? {};
  const id = await insertTranslation(
    db,
    source,
    {
      language,
      translator_id: translatorId,
      based_on_id: base && creditOf(base, translatorId),
      stale: staleParts(known, source.parts, { isWhole: false }),
    },
    { text, known },
  );
  return (await findTranslation(db, id))!;
}

type Update = ParsedOf<typeof translationApi.update>;

/**
 * Saves the given fields. Throws translation_changed with the current draft if the version is stale, and
 * translation_in_review. Parts are confirmed only if the caller has seen the current version of the original.
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
    if (input.title !== undefined) checkTitle(record, input.title);
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

/** Throws title_too_long for a title that is too long for a story. Titles of chapters can be longer. */
function checkTitle({ kind }: TranslationRecord, title: string): void {
  const over = lengthOf(title) - TITLE_MAX;
  if (kind === 'story' && over > 0) throw fieldError('title', 'title_too_long', { max: TITLE_MAX, over });
}

/** Reads the translation again after a write. */
async function loadDraft(ctx: Ctx, id: string): Promise<TranslationDraft> {
  const record = ownTranslationOrThrow(ctx, await findTranslation(ctx.db, id));
  return toTranslationDraft(ctx, record, await translationSourceOf(ctx, record));
}

/** Applies the given fields to the text. Drops keys of parts that the original never had. */
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

/** Splits a plain text into paragraphs, and aligns them to the original by their lengths. */
function aligned(source: Source, language: Language, content: string): GivenParagraph[] {
  const paragraphs = plainParagraphs(content).filter((piece) => piece.trim() !== SCENE_BREAK);
  if (paragraphs.length > PARAGRAPHS_MAX) throw fieldError('content', 'too_many_paragraphs');
  const parts = source.parts.filter(({ key }) => !key.startsWith('@'));
  const sources = alignParagraphs(parts, paragraphs, { source: source.facts.language, target: language });
  return paragraphs.map((text, i) => ({ text: literally(text), sources: sources[i] ?? [] }));
}

/** Escapes plain text for the inline markup. */
function literally(text: string): string {
  return text
    .split('\n')
    .map((words) => printMarked(words === '' ? [] : [{ type: 'text', text: words }]))
    .join('\n');
}

/**
 * Submits a translation for review. Throws save_changes_first, translation_incomplete, translation_unchanged if readers
 * already see this text, translation_copied if it is mostly the original, and conflict if it was saved meanwhile.
 */
export async function submitTranslation(
  ctx: Ctx,
  input: { translationId: string; version?: number | undefined },
): Promise<TranslationDraft> {
  const checked = await checkUnlocked(ctx, input.translationId);
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockWithStory(inner.db, input.translationId));
    const source = await translationSourceOf(inner, record);
    authorize(canSubmitTranslation(ctx.actor, translationFactsOf(record, source)));
    if (input.version !== undefined && input.version !== record.version) throw new AppError('save_changes_first');
    checkTitle(record, record.text.fields.title);
    if (!source || !isWholeTranslation(record.text, record.known, source.parts)) throw incomplete(record, source);
    const published = await findPublished(inner.db, record, record.language);
    if (published?.stale.length === 0 && isSameTranslation(published.text, record.text))
      throw new AppError('translation_unchanged');
    if (checked?.version !== record.version || checked.sourceRevision !== source.revision)
      throw new AppError('conflict');
    if (checked.isCopy) throw new AppError('translation_copied');
    await moveTranslation(
      inner.db,
      record,
      'submit',
      { actorId: record.translatorId },
      { submitted_at: sql`db_clock()`, stale: [], source_revision: source.revision, seems_in: checked.seemsIn },
    );
    return loadDraft(inner, record.id);
  });
}

/** Checks a translation that can be submitted. Returns null for all others, which are refused with the lock. */
async function checkUnlocked(ctx: Ctx, translationId: string): Promise<CheckedTranslation | null> {
  const record = ownTranslationOrThrow(ctx, await findTranslation(ctx.db, translationId));
  const source = await translationSourceOf(ctx, record);
  if (!source || !canSubmitTranslation(ctx.actor, translationFactsOf(record, source)).ok) return null;
  return isWholeTranslation(record.text, record.known, source.parts) ? checkTranslation(ctx, record, source) : null;
}

function incomplete(record: TranslationRecord, source: Source | null): AppError {
  const rendered = alignedParts(record.text);
  const open = (source?.parts ?? []).filter(({ key }) => !rendered.has(key)).map(({ key }) => key);
  return new AppError('translation_incomplete', { details: { open } });
}

/** Withdraws a translation. Throws translation_claimed while a reviewer has reserved it. */
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
    await changeTranslation(inner.db, record.id, { deleted_at: sql<Date>`db_clock()` });
    return DONE;
  });
}

/** Restores a deleted translation. Throws wrong_state if there is another open one of the same text. */
export async function undeleteTranslation(ctx: Ctx, input: { translationId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const record = ownTranslationOrThrow(inner, await lockWithStory(inner.db, input.translationId));
    if (!record.deleted) return DONE;
    if (await findOpenTranslation(inner.db, record, record.language, record.translatorId))
      throw new AppError('wrong_state');
    await ensureRoom(inner.db, record.translatorId);
    if (!(await restoreTranslation(inner.db, record.id))) throw new AppError('translation_not_found');
    return DONE;
  });
}

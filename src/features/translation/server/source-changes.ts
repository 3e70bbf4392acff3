import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { chapterParts, type SourcePart, storyParts, textsOf } from '../model/source-parts.ts';
import type { TranslationStatus } from '../model/translation-status.ts';
import { carryOver, staleParts } from '../model/working-text.ts';
import { findSource, type Source, type SourceRef } from './source.ts';
import {
  changeTranslation,
  findTranslation,
  progressOf,
  saveKnown,
  type TranslationRecord,
} from './translations.repo.ts';

/** Statuses in which every part is translated, so that an added part makes the translation out of date. */
const WHOLE: TranslationStatus[] = ['submitted', 'under_review', 'approved', 'superseded'];

/** Updates the translations of a story’s title and description. Call before the new version overwrites the old one. */
export function storyTextChanging(
  ctx: Ctx,
  change: { storyId: string; isMinorEdit: boolean; next: { title: string; description: string } },
): Promise<void> {
  return mark(ctx, { storyId: change.storyId }, storyParts(change.next), change.isMinorEdit);
}

/** Updates the translations of a chapter. Call before the new version overwrites the old one. */
export function chapterTextChanging(
  ctx: Ctx,
  change: {
    storyId: string;
    chapterId: string;
    isMinorEdit: boolean;
    next: Parameters<typeof chapterParts>[0];
  },
): Promise<void> {
  return mark(ctx, change, chapterParts(change.next), change.isMinorEdit);
}

/**
 * Marks the parts that change in every translation of the text, and notifies the translators whose translation was up
 * to date. Requires the story lock. After a minor edit, translations count as made from the new version.
 */
async function mark(ctx: Ctx, ref: SourceRef, next: SourcePart[], isMinorEdit: boolean): Promise<void> {
  const source = await findSource(ctx.db, ref);
  if (!source) return;
  const before = textsOf(source.parts);
  const after = textsOf(next);
  // One at a time, so that memory never holds a long chapter in every language.
  for (const { id } of await lockTranslationsOf(ctx, ref)) {
    const record = await findTranslation(ctx.db, id);
    if (!record) continue;
    const isWhole = WHOLE.includes(record.status);
    const known = isMinorEdit ? carryOver(record.known, before, after, { isWhole }) : record.known;
    const stale = staleParts(known, next, { isWhole });
    await changeTranslation(ctx.db, id, {
      stale,
      source_revision: source.revision + 1,
      ...progressOf(record.text, known, next),
    });
    if (isMinorEdit) await saveKnown(ctx.db, id, known);
    // Hidden originals can’t be translated. When they are shown again, the translators’ own lists show what is out of
    // date.
    if (stale.length > 0 && record.stale.length === 0 && isHeard(record) && source.facts.isPublic)
      await notifyTranslator(ctx, source, record);
  }
}

/** Locks all translations of the text in one order, including those that could be published again. */
function lockTranslationsOf({ db }: Ctx, { storyId, chapterId }: SourceRef): Promise<{ id: string }[]> {
  return (
    db
      .selectFrom('translations')
      .where('story_id', '=', storyId)
      .where('chapter_id', chapterId ? '=' : 'is', chapterId ?? null)
      // Deleted ones are compared with the original when they are saved again.
      .where('deleted_at', 'is', null)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/** True if the translator is working on it or readers see it. Superseded and taken-down translations are neither. */
function isHeard({ status, approvedAt }: TranslationRecord): boolean {
  return status !== 'superseded' && !(status === 'rejected' && approvedAt !== null);
}

async function notifyTranslator(
  ctx: Ctx,
  source: Source,
  { translatorId, language }: TranslationRecord,
): Promise<void> {
  await notify(ctx, 'translation_stale', {
    to: translatorId,
    storyId: source.storyId,
    chapterId: source.chapterId,
    params: {
      story: source.storyTitle,
      language,
      ...(source.chapterId ? { chapter: source.title } : {}),
    },
  });
}

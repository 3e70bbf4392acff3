import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { toJson } from '#platform/db/json.ts';
import { chapterParts, type SourcePart, type SourceTexts, storyParts, textsOf } from '../model/source-parts.ts';
import type { TranslationStatus } from '../model/translation-status.ts';
import { carryOver, staleParts } from '../model/working-text.ts';
import { findSource, type Source, type SourceRef } from './source.ts';
import { findTranslation, progressOf, type TranslationRecord } from './translations.repo.ts';

/** Statuses of what has every part translated, so that a new one is missing in it. */
const WHOLE: TranslationStatus[] = ['submitted', 'under_review', 'approved', 'superseded'];

/** What becomes of translations when the description of their story is published anew. Called before it is overwritten. */
export function storyTextChanging(
  ctx: Ctx,
  change: { storyId: string; isMinorEdit: boolean; next: { title: string; description: string } },
): Promise<void> {
  return mark(ctx, { storyId: change.storyId }, storyParts(change.next), change.isMinorEdit);
}

/** The same for a chapter. */
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
 * Marks the parts that change in every translation of the text, with its story locked, and tells the translators whose
 * text was fresh. A change of no meaning is what each translation was made from.
 */
async function mark(ctx: Ctx, ref: SourceRef, next: SourcePart[], isMinorEdit: boolean): Promise<void> {
  const source = await findSource(ctx.db, ref);
  if (!source) return;
  const before = textsOf(source.parts);
  const after = textsOf(next);
  // One by one: a novel's chapter in every language need not be in memory at once.
  for (const { id } of await lockTranslationsOf(ctx, ref)) {
    const record = await findTranslation(ctx.db, id);
    if (!record) continue;
    const isWhole = WHOLE.includes(record.status);
    const known = isMinorEdit ? carryOver(record.known, before, after, { isWhole }) : record.known;
    const stale = staleParts(known, next, { isWhole });
    await ctx.db
      .updateTable('translations')
      .set({ stale, source_revision: source.revision + 1, ...progressOf(record.text, known, next) })
      .where('id', '=', id)
      .execute();
    if (isMinorEdit) await saveKnown(ctx, id, known);
    // Of what is hidden nothing can be translated: their own lists say it once it is shown again.
    if (stale.length > 0 && record.stale.length === 0 && isHeard(record) && source.facts.isPublic)
      await notifyTranslator(ctx, source, record);
  }
}

async function saveKnown({ db }: Ctx, id: string, known: SourceTexts): Promise<void> {
  await db
    .updateTable('translation_texts')
    .set({ source: toJson(known) })
    .where('translation_id', '=', id)
    .execute();
}

/** All of the text, also what may be published again one day: locked in one order, and read only then. */
function lockTranslationsOf({ db }: Ctx, { storyId, chapterId }: SourceRef): Promise<{ id: string }[]> {
  return (
    db
      .selectFrom('translations')
      .where('story_id', '=', storyId)
      .where('chapter_id', chapterId ? '=' : 'is', chapterId ?? null)
      // What comes back is measured anew when it is saved.
      .where('deleted_at', 'is', null)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/** Is it in somebody's hand, or before readers' eyes? What was taken down or superseded is neither. */
function isHeard({ status, approvedAt }: TranslationRecord): boolean {
  return status !== 'superseded' && !(status === 'rejected' && approvedAt !== null);
}

async function notifyTranslator(
  ctx: Ctx,
  source: Source,
  { translatorId, language }: TranslationRecord,
): Promise<void> {
  await notify(ctx, {
    to: translatorId,
    type: 'translation_stale',
    storyId: source.storyId,
    chapterId: source.chapterId,
    params: {
      story: source.storyTitle,
      language,
      ...(source.chapterId ? { chapter: source.title } : {}),
    },
  });
}

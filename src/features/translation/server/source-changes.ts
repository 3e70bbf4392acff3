import type { Language } from '#core/languages.ts';
import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { chapterParts, type SourcePart, type SourceTexts, storyParts, textsOf } from '../model/source-parts.ts';
import { carryOver, staleParts } from '../model/working-text.ts';
import { findSource, type Source, type SourceRef } from './source.ts';

/** Statuses of what has every part translated, so that a new one is missing in it. */
const WHOLE = ['submitted', 'under_review', 'approved', 'superseded'];

/** What becomes of translations when the description of their story is published anew. Called before it is overwritten. */
export function storyTextChanging(
  ctx: Ctx,
  change: { storyId: string; keepsMeaning: boolean; next: { title: string; description: string } },
): Promise<void> {
  return mark(ctx, { storyId: change.storyId }, storyParts(change.next), change.keepsMeaning);
}

/** The same for a chapter. */
export function chapterTextChanging(
  ctx: Ctx,
  change: {
    storyId: string;
    chapterId: string;
    keepsMeaning: boolean;
    next: Parameters<typeof chapterParts>[0];
  },
): Promise<void> {
  return mark(ctx, change, chapterParts(change.next), change.keepsMeaning);
}

/**
 * Marks the parts that change in every translation of the text, with its story locked, and tells the translators whose
 * text was fresh. A change of no meaning is what each translation was made from.
 */
async function mark(ctx: Ctx, ref: SourceRef, next: SourcePart[], keepsMeaning: boolean): Promise<void> {
  const source = await findSource(ctx.db, ref);
  if (!source) return;
  const before = textsOf(source.parts);
  const after = textsOf(next);
  const revision = source.revision + 1;
  for (const row of await lockTranslationsOf(ctx, ref)) {
    const isWhole = WHOLE.includes(row.status);
    const known = row.source as unknown as SourceTexts;
    const carried = keepsMeaning ? carryOver(known, before, after, { isWhole }) : known;
    const stale = staleParts(carried, next, { isWhole });
    await ctx.db
      .updateTable('translations')
      .set({ stale, source_revision: revision })
      .where('id', '=', row.id)
      .execute();
    if (keepsMeaning)
      await ctx.db
        .updateTable('translation_texts')
        .set({ source: JSON.stringify(carried) })
        .where('translation_id', '=', row.id)
        .execute();
    if (stale.length > 0 && row.stale.length === 0) await tell(ctx, source, row);
  }
}

/** All of the text, also what may be published again one day: locked in one order, and read only then. */
async function lockTranslationsOf({ db }: Ctx, { storyId, chapterId }: SourceRef) {
  const locked = await db
    .selectFrom('translations')
    .where('story_id', '=', storyId)
    .where('chapter_id', chapterId ? '=' : 'is', chapterId ?? null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  return db
    .selectFrom('translations as t')
    .innerJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where(
      't.id',
      'in',
      locked.map(({ id }) => id),
    )
    .select(['t.id', 't.status', 't.language', 't.translator_id', 't.stale', 't.deleted_at', 'x.source'])
    .execute();
}

async function tell(
  ctx: Ctx,
  source: Source,
  row: { status: string; translator_id: string; language: string; deleted_at: Date | null },
): Promise<void> {
  // What is no more in anybody's hand or before anybody's eyes.
  if (row.deleted_at !== null || row.status === 'superseded') return;
  await notify(ctx, {
    to: row.translator_id,
    type: 'translation_stale',
    storyId: source.storyId,
    chapterId: source.chapterId,
    params: {
      story: source.storyTitle,
      language: row.language as Language,
      ...(source.chapterId ? { chapter: source.title } : {}),
    },
  });
}

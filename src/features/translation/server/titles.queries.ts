import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { shows } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { TranslatedTitles } from '../contract-views.ts';
import { languageShown } from '../model/fallback.ts';

/** Titles in the reader's language, for lists and for the ways from one page to another. */

interface TitleRow {
  language: string;
  title: string | null;
}

/** The one of some translations of a text that the reader gets; null where that is the original. */
function chosen<R extends TitleRow>(rows: readonly R[], asked: Language, original: Language) {
  const shown = languageShown(
    asked,
    original,
    rows.map(({ language }) => language as Language),
  );
  const row = rows.find(({ language }) => language === shown);
  return row && shown !== original && row.title !== null ? { ...row, title: row.title, language: shown } : null;
}

/** Translated titles of a story and of its chapters, or of those that are named. Error: story_not_found. */
export async function getTitles(
  ctx: Ctx,
  { storyId, language, chapterIds }: { storyId: string; language: Language; chapterIds?: string[] | undefined },
): Promise<TranslatedTitles> {
  shows(ctx, storyTag(storyId));
  const rows = await ctx.db
    .selectFrom('stories as s')
    .leftJoin('translations as t', (join) => {
      const all = join
        .onRef('t.story_id', '=', 's.id')
        .on('t.status', '=', 'approved')
        .on('t.language', 'in', [language, 'en'])
        .onRef('t.language', '<>', 's.language');
      // As the index of what is public holds it.
      return chapterIds
        ? all.on((eb) =>
            eb(eb.fn.coalesce('t.chapter_id', eb.cast<string>(eb.lit(0), 'bigint')), '=', eb.fn.any(eb.val(['0', ...chapterIds]))),
          )
        : all;
    })
    .leftJoin('chapters as c', (join) =>
      join.onRef('c.id', '=', 't.chapter_id').on('c.status', '=', 'approved').on('c.deleted_at', 'is', null),
    )
    .where('s.id', '=', storyId)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select(['s.language as original', 't.kind', 't.language', 't.title', 't.summary', 't.choice', 'c.id as chapter_id'])
    .orderBy('c.id')
    .$call(prepared)
    .execute();
  const [first] = rows;
  if (!first) throw new AppError('story_not_found');
  const original = first.original as Language;
  const byText = Map.groupBy(
    rows.flatMap(({ language: written, ...row }) => (written ? [{ ...row, language: written }] : [])),
    ({ kind, chapter_id }) => (kind === 'story' ? 'story' : chapter_id),
  );
  const story = chosen(byText.get('story') ?? [], language, original);
  return {
    story: story && { title: story.title, description: story.summary ?? '', language: story.language },
    chapters: [...byText].flatMap(([id, some]) => {
      // A chapter that is not public has no id here.
      const chapter = id === 'story' || id === null ? null : chosen(some, language, original);
      if (!chapter || id === null) return [];
      const { title, summary, choice, language: written } = chapter;
      return [{ id, title, summary: summary ?? '', choice, language: written }];
    }),
  };
}

/**
 * Cards of stories with titles and descriptions in the reader's language, else in English, else as they are. The covers
 * keep the original ones.
 */
export async function translateCards<C extends StoryCard>(
  ctx: Pick<Ctx, 'db'>,
  cards: readonly C[],
  language: Language,
): Promise<C[]> {
  const foreign = cards.filter((card) => card.language !== language);
  if (foreign.length === 0) return [...cards];
  const rows = await ctx.db
    .selectFrom('translations as t')
    .where('t.status', '=', 'approved')
    .where('t.language', 'in', [language, 'en'])
    .where('t.story_id', 'in', [...new Set(foreign.map(({ id }) => id))])
    .where(
      (eb) => eb.fn.coalesce('t.chapter_id', eb.cast<string>(eb.lit(0), 'bigint')),
      'in',
      ['0', ...new Set(foreign.flatMap(({ latest }) => (latest ? [latest.id] : [])))],
    )
    .select(['t.story_id', 't.chapter_id', 't.language', 't.title', 't.summary'])
    .execute();
  const byText = Map.groupBy(rows, ({ story_id, chapter_id }) => `${story_id} ${chapter_id ?? ''}`);
  const titleOf = (card: C, chapterId: string) =>
    chosen(byText.get(`${card.id} ${chapterId}`) ?? [], language, card.language);
  return cards.map((card) => {
    const story = titleOf(card, '');
    const latest = card.latest && titleOf(card, card.latest.id);
    return {
      ...card,
      ...(story ? { title: story.title, description: story.summary ?? '', titleLanguage: story.language } : {}),
      ...(latest ? { latest: { ...card.latest, title: latest.title, titleLanguage: latest.language } } : {}),
    };
  });
}

import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';
import type { Paragraph } from '#features/chapters/model/document.ts';
import { OPENING_PATH, openingOf } from '#features/chapters/model/opening.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { TranslatedTitles } from '../contract-views.ts';
import { languageShown } from '../model/fallback.ts';

/** Titles in the reader’s language, for lists and for links between pages. */

/**
 * The chapter of a translation, or 0 for a story’s own. Matches the expression in the index of published translations.
 */
const chapterIn = sql<string>`coalesce(t.chapter_id, 0)`;

interface TitleRow {
  language: Language;
  title: string | null;
}

/** Picks the translation that the reader sees. Null if that is the original. */
function chosen<R extends TitleRow>(rows: readonly R[], asked: Language, original: Language) {
  const shown = languageShown(
    asked,
    original,
    rows.map(({ language }) => language),
  );
  const row = rows.find(({ language }) => language === shown);
  return row && shown !== original && row.title !== null ? { ...row, title: row.title, language: shown } : null;
}

/** Returns translated titles of a story and its chapters, or only of the given ones. Throws story_not_found. */
export async function getTitles(
  ctx: Ctx,
  input: { storyId: string; language: Language; chapterIds?: string[] | undefined; openingOf?: string | undefined },
): Promise<TranslatedTitles> {
  const { storyId, language, chapterIds } = input;
  const opening = sql<Paragraph | null>`(case when c.id = ${input.openingOf ?? null}::bigint then
    (select jsonb_path_query_first(tt.document, ${sql.lit(OPENING_PATH)}::jsonpath)
      from translation_texts tt where tt.translation_id = t.id) end)`;
  cacheTag(ctx, storyTag(storyId));
  const rows = await ctx.db
    .selectFrom('stories as s')
    .leftJoin('translations as t', (join) => {
      const all = join
        .onRef('t.story_id', '=', 's.id')
        .on('t.status', '=', sql.lit('approved' as const))
        .on('t.language', 'in', [language, DEFAULT_LANGUAGE])
        .onRef('t.language', '<>', 's.language');
      return chapterIds ? all.on(chapterIn, '=', sql<string>`any(${['0', ...chapterIds]}::bigint[])`) : all;
    })
    .leftJoin('chapters as c', (join) => join.onRef('c.id', '=', 't.chapter_id').on((eb) => eb.ref('c.is_readable')))
    .where('s.id', '=', storyId)
    .where((eb) => eb.ref('s.is_public'))
    .select([
      's.language as original',
      't.kind',
      't.language',
      't.title',
      't.summary',
      't.choice',
      'c.id as chapter_id',
      opening.as('opening'),
    ])
    .orderBy('c.id')
    .$call(prepared)
    .execute();
  const [first] = rows;
  if (!first) throw new AppError('story_not_found');
  const original = first.original!;
  const byText = Map.groupBy(
    rows.flatMap(({ language: written, ...row }) => (written ? [{ ...row, language: written }] : [])),
    ({ kind, chapter_id }) => (kind === 'story' ? 'story' : chapter_id),
  );
  const story = chosen(byText.get('story') ?? [], language, original);
  return {
    story: story && { title: story.title, description: story.summary ?? '', language: story.language },
    chapters: [...byText].flatMap(([id, some]) => {
      // Chapters that aren’t readable have no id here.
      const chapter = id === 'story' || id === null ? null : chosen(some, language, original);
      if (!chapter || id === null) return [];
      const { title, summary, choice, language: written } = chapter;
      const named = { id, title, summary: summary ?? '', choice, language: written };
      return [id === input.openingOf ? { ...named, opening: openingOf(chapter.opening) } : named];
    }),
  };
}

/** A text in a list: a story, or one of its chapters. */
interface NamedText {
  storyId: string;
  /** Null for the story itself. */
  chapterId: string | null;
  /** Language of the original. */
  original: Language;
}

/**
 * Finds titles of texts from any stories in the reader’s language, with one statement. Null if the original title is
 * used.
 */
export async function findTitles(ctx: Pick<Ctx, 'db'>, texts: readonly NamedText[], language: Language) {
  const foreign = texts.filter(({ original }) => original !== language);
  const storyIds = [...new Set(foreign.map(({ storyId }) => storyId))];
  const chapterIds = [...new Set(foreign.map(({ chapterId }) => chapterId ?? '0'))];
  const rows =
    foreign.length === 0
      ? []
      : await ctx.db
          .selectFrom('translations as t')
          // A literal, so that the plan can use the index of published translations.
          .where('t.status', '=', sql.lit('approved' as const))
          .where('t.language', 'in', [language, DEFAULT_LANGUAGE])
          // Arrays, so that the statement is the same for any number of texts.
          .where('t.story_id', '=', sql<string>`any(${storyIds}::bigint[])`)
          .where(chapterIn, '=', sql<string>`any(${chapterIds}::bigint[])`)
          .select(['t.story_id', 't.chapter_id', 't.language', 't.title', 't.summary'])
          .$call(prepared)
          .execute();
  const byText = Map.groupBy(rows, ({ story_id, chapter_id }) => `${story_id} ${chapter_id}`);
  return ({ storyId, chapterId, original }: NamedText) =>
    chosen(byText.get(`${storyId} ${chapterId}`) ?? [], language, original);
}

/**
 * Puts titles and descriptions of cards in the reader’s language, otherwise in English, otherwise leaves them. Drawn
 * covers keep the original titles.
 */
export async function cardsInLanguage(
  ctx: Pick<Ctx, 'db'>,
  cards: readonly StoryCard[],
  language: Language,
): Promise<<C extends StoryCard>(card: C) => C> {
  const storyOf = (card: StoryCard) => ({ storyId: card.id, chapterId: null, original: card.language });
  const titleOf = await findTitles(
    ctx,
    cards.flatMap((card) => [storyOf(card), ...(card.latest ? [{ ...storyOf(card), chapterId: card.latest.id }] : [])]),
    language,
  );
  return (card) => {
    const story = titleOf(storyOf(card));
    const latest = card.latest && titleOf({ ...storyOf(card), chapterId: card.latest.id });
    return {
      ...card,
      ...(story ? { title: story.title, description: story.summary ?? '', titleLanguage: story.language } : {}),
      ...(latest ? { latest: { ...card.latest, title: latest.title, titleLanguage: latest.language } } : {}),
    };
  };
}

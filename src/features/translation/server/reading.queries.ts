import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/languages.ts';
import { userTag } from '#features/accounts/server/index.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { shows } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type {
  BesideRows,
  ChapterInLanguage,
  StoryInLanguage,
  TextVersion,
  TranslatedTexts,
} from '../contract-views.ts';
import { besideRows } from '../model/beside.ts';
import { languageShown } from '../model/fallback.ts';
import { TRANSLATORS_SHOWN } from '../model/translation-limits.ts';
import type { TranslationText } from '../model/working-text.ts';

/**
 * Public reads of translations. They hang on the story's tag as the originals do, and on those of whoever is named. What
 * was translated into the language that the story has now as its own is no version of it.
 */

/** A chapter that can be read, with the translations of it that readers get; one row without any where there are none. */
function selectVersions(db: Db, chapterId: string) {
  return db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .leftJoin('translations as t', (join) =>
      join.onRef('t.chapter_id', '=', 'c.id').on('t.status', '=', 'approved').onRef('t.language', '<>', 's.language'),
    )
    .leftJoin('accounts as a', 'a.id', 't.translator_id')
    .where('c.id', '=', chapterId)
    .where('c.status', '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select([
      's.id as story_id',
      's.language as original',
      't.id',
      't.language',
      sql<boolean>`t.is_stale`.as('is_stale'),
    ])
    .select(['a.id as translator_id', 'a.username', 'a.slug', 'a.avatar_key'])
    .$call(prepared);
}

/** What readers get of the text of a translation, and whose it began with where that is somebody else. */
function selectShown(db: Db, translationId: string) {
  return db
    .selectFrom('translations as t')
    .leftJoin('translation_texts as x', 'x.translation_id', 't.id')
    .leftJoin('translations as base', (join) =>
      join.onRef('base.id', '=', 't.based_on_id').onRef('base.translator_id', '<>', 't.translator_id'),
    )
    .leftJoin('accounts as b', 'b.id', 'base.translator_id')
    .where('t.id', '=', translationId)
    .select(['t.title', 't.summary', 't.choice', 't.units', 't.approved_at', 'x.document'])
    .select(['b.id as base_id', 'b.username as base_name', 'b.slug as base_slug'])
    .$call(prepared);
}

interface CreditedRow {
  translator_id: string | null;
  username: string | null;
  slug: string | null;
  avatar_key: string | null;
  is_stale: boolean;
}

function memberIn({ translator_id, username, slug }: CreditedRow) {
  return translator_id && username && slug ? { id: translator_id, username, slug } : null;
}

/** Who is named beside a translation; the note that the answer shows them. */
async function creditsOf(ctx: Ctx, row: CreditedRow & { id: string | null }) {
  const translator = memberIn(row);
  const shown = row.id && (await selectShown(ctx.db, row.id).executeTakeFirst());
  // Another took its place between the two statements: what was read is the original then, as a moment before.
  if (!translator || !shown) return null;
  const { base_id: id, base_name: username, base_slug: slug } = shown;
  if (id) shows(ctx, userTag(id));
  return {
    shown,
    credits: {
      id: row.id!,
      translator: { ...translator, avatar: imageUrl(row.avatar_key) },
      basedOn: id && username && slug ? { id, username, slug } : null,
      approvedAt: shown.approved_at!.toISOString(),
      isStale: row.is_stale,
    },
  };
}

const placeOf = ({ language, isOriginal }: { language: Language; isOriginal: boolean }) =>
  isOriginal ? -1 : LANGUAGES.indexOf(language);

/** The original first, the others in the order of the languages. */
function inOrder<T extends { language: Language; isOriginal: boolean }>(versions: readonly T[]): T[] {
  return versions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function originalIn(language: Language): TextVersion {
  return { language, isOriginal: true, isStale: false, translator: null };
}

function toVersion(row: CreditedRow & { language: string | null }): TextVersion[] {
  const { language, is_stale } = row;
  return language
    ? [{ language: language as Language, isOriginal: false, isStale: is_stale, translator: memberIn(row) }]
    : [];
}

/** A chapter as the reader gets it: in the asked language, else in English, else as it was written. Error: chapter_not_found. */
export async function getChapterInLanguage(
  ctx: Ctx,
  { chapterId, language: asked }: { chapterId: string; language: Language },
): Promise<ChapterInLanguage> {
  const rows = await selectVersions(ctx.db, chapterId).execute();
  const [first] = rows;
  if (!first) throw new AppError('chapter_not_found');
  shows(ctx, storyTag(first.story_id));
  for (const { translator_id } of rows) if (translator_id) shows(ctx, userTag(translator_id));
  const original = first.original as Language;
  const translated = rows.flatMap(toVersion);
  const versions = inOrder([originalIn(original), ...translated]);
  const wanted = languageShown(
    asked,
    original,
    translated.map(({ language }) => language),
  );
  const row = rows.find(({ language }) => language === wanted);
  const found = row && (await creditsOf(ctx, row));
  if (!found) return { versions, language: original, translation: null };
  const { shown, credits } = found;
  return {
    versions,
    language: wanted,
    translation: {
      ...credits,
      title: shown.title!,
      summary: shown.summary!,
      choice: shown.choice,
      content: shown.document as unknown as ChapterDocument,
      units: shown.units,
    },
  };
}

interface ShareRow {
  language: Language;
  translator_id: string;
  username: string;
  slug: string;
  avatar_key: string | null;
  chapters: number;
  /** Their translation of title and description, if that is theirs. */
  id: string | null;
  is_stale: boolean;
  /** Of all who translated into the language. */
  language_chapters: number;
  language_stale: number;
  place: number;
  shares: number;
}

/**
 * Who translated how many chapters of a story into what: those who translated most, and of each language at least the
 * first and whose title and description are shown. All that is counted stands in an index, so that a thousand chapters in
 * seven languages cost no more than a look at it.
 */
async function selectShares(db: Db, storyId: string): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    with shares as (
      select language, translator_id, count(chapter_id)::int as chapters,
        (count(chapter_id) filter (where is_stale))::int as stale_chapters
      from translations
      where story_id = ${storyId} and status = 'approved' and coalesce(chapter_id, 0) <> all(array(
        select id from chapters where story_id = ${storyId} and (status <> 'approved' or deleted_at is not null)))
      group by language, translator_id),
    ranked as (
      select sh.*, t.id, coalesce(t.is_stale, false) as is_stale,
        (sum(chapters) over of_language)::int as language_chapters,
        (sum(stale_chapters) over of_language)::int as language_stale,
        row_number() over (partition by sh.language order by chapters desc, sh.translator_id) as place_in_language,
        (row_number() over (order by chapters desc, sh.translator_id, sh.language))::int as place,
        (count(*) over ())::int as shares
      from shares sh join stories s on s.id = ${storyId} and s.language <> sh.language
        left join translations t on t.story_id = s.id and coalesce(t.chapter_id, 0) = 0 and t.language = sh.language
          and t.translator_id = sh.translator_id and t.status = 'approved'
      window of_language as (partition by sh.language))
    select r.*, a.username, a.slug, a.avatar_key from ranked r join accounts a on a.id = r.translator_id
    where r.place <= ${TRANSLATORS_SHOWN} or r.place_in_language = 1 or r.id is not null
    order by r.place`.execute(db);
  return rows;
}

/** A story's title and description likewise, and what of it can be read in which language. Error: story_not_found. */
export async function getStoryInLanguage(
  ctx: Ctx,
  { storyId, language: asked }: { storyId: string; language: Language },
): Promise<StoryInLanguage> {
  shows(ctx, storyTag(storyId));
  const [story, rows] = await Promise.all([
    ctx.db
      .selectFrom('stories as s')
      .innerJoin('story_stats as st', 'st.story_id', 's.id')
      .where('s.id', '=', storyId)
      .where('s.status', '=', 'published')
      .where('s.deleted_at', 'is', null)
      .select(['s.language', 'st.chapters'])
      .executeTakeFirst(),
    selectShares(ctx.db, storyId),
  ]);
  if (!story) throw new AppError('story_not_found');
  for (const { translator_id } of rows) shows(ctx, userTag(translator_id));
  const original = story.language as Language;
  const versions = [...Map.groupBy(rows, (row) => row.language)].map(([language, among]) => {
    const whole = among.find(({ id }) => id !== null);
    return {
      language,
      isOriginal: false,
      isStale: whole?.is_stale ?? false,
      translator: whole ? memberIn(whole) : null,
      hasStory: whole !== undefined,
      chapters: among[0]!.language_chapters,
      staleChapters: among[0]!.language_stale,
    };
  });
  const there = versions.flatMap(({ language, hasStory }) => (hasStory ? [language] : []));
  const wanted = languageShown(asked, original, there);
  const row = rows.find(({ id, language }) => id !== null && language === wanted);
  const found = row && (await creditsOf(ctx, row));
  const first = rows.slice(0, TRANSLATORS_SHOWN);
  return {
    versions: inOrder([
      { ...originalIn(original), hasStory: true, chapters: story.chapters, staleChapters: 0 },
      ...versions,
    ]),
    language: found ? wanted : original,
    translation: found ? { ...found.credits, title: found.shown.title!, description: found.shown.summary! } : null,
    translators: first.map(({ translator_id: id, username, slug, avatar_key, language, chapters }) => ({
      id,
      username,
      slug,
      avatar: imageUrl(avatar_key),
      language,
      chapters,
    })),
    moreTranslators: (rows[0]?.shares ?? 0) - first.length,
  };
}

/** The texts of several chapters of a story likewise, those that are translated. Error: story_not_found. */
export async function getChapterTexts(
  ctx: Ctx,
  { storyId, chapterIds, language }: { storyId: string; chapterIds: string[]; language: Language },
): Promise<TranslatedTexts> {
  shows(ctx, storyTag(storyId));
  const rows = await ctx.db
    .selectFrom('stories as s')
    .leftJoin('chapters as c', (join) =>
      join
        .onRef('c.story_id', '=', 's.id')
        .on('c.id', '=', sql<string>`any(${chapterIds}::bigint[])`)
        .on('c.status', '=', 'approved')
        .on('c.deleted_at', 'is', null),
    )
    .leftJoin('translations as t', (join) =>
      join
        .onRef('t.chapter_id', '=', 'c.id')
        .on('t.status', '=', 'approved')
        .on('t.language', 'in', [language, DEFAULT_LANGUAGE])
        .onRef('t.language', '<>', 's.language')
        .on('s.language', '<>', language),
    )
    .leftJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where('s.id', '=', storyId)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .distinctOn('c.id')
    .orderBy('c.id')
    // The asked language before English.
    .orderBy((eb) => eb('t.language', '=', language), 'desc')
    .select(['c.id', 't.language', 't.is_stale', 'x.document'])
    .$call(prepared)
    .execute();
  if (rows.length === 0) throw new AppError('story_not_found');
  return rows.flatMap(({ id, language: written, is_stale, document }) =>
    id && document
      ? [
          {
            id,
            language: written as Language,
            isStale: is_stale ?? false,
            content: document as unknown as ChapterDocument,
          },
        ]
      : [],
  );
}

/** A chapter's original and its translation, side by side. Errors: chapter_not_found, translation_not_found. */
export async function getBeside(
  ctx: Ctx,
  { chapterId, language }: { chapterId: string; language: Language },
): Promise<BesideRows> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('chapter_texts as o', 'o.chapter_id', 'c.id')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .leftJoin('translations as t', (join) =>
      join
        .onRef('t.chapter_id', '=', 'c.id')
        .on('t.status', '=', 'approved')
        .on('t.language', '=', language)
        .onRef('t.language', '<>', 's.language'),
    )
    .leftJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where('c.id', '=', chapterId)
    .where('c.status', '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select(['s.id as story_id', 'o.document as original', 't.stale', 'x.document', 'x.draft'])
    .executeTakeFirst();
  if (!row) throw new AppError('chapter_not_found');
  shows(ctx, storyTag(row.story_id));
  if (!row.document) throw new AppError('translation_not_found');
  const { paragraphs } = row.draft as unknown as TranslationText;
  return besideRows(
    row.original as unknown as ChapterDocument,
    row.document as unknown as ChapterDocument,
    new Map(paragraphs.map(({ id, sources }) => [id, sources])),
    new Set(row.stale),
  );
}

import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/languages.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { publicStory, storyTag } from '#features/stories/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { PREPARED, prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
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

/**
 * Public reads of translations. Responses carry the tag of the story, as those of the originals do, and the tags of the
 * members they name. Translations into what is now the language of the original are ignored.
 */

/**
 * Selects a readable chapter with its published translations, or one row without any. Only the translation that a
 * reader who asks for `asked` would see includes its text.
 */
function selectVersions(db: Db, chapterId: string, asked: Language) {
  return (
    db
      .selectFrom('chapters as c')
      .innerJoin('stories as s', 's.id', 'c.story_id')
      .leftJoin('translations as t', (join) =>
        join
          .onRef('t.chapter_id', '=', 'c.id')
          .on('t.status', '=', sql.lit('approved' as const))
          .onRef('t.language', '<>', 's.language'),
      )
      .leftJoin('accounts as a', 'a.id', 't.translator_id')
      .leftJoin('translations as base', (join) =>
        join.onRef('base.id', '=', 't.based_on_id').onRef('base.translator_id', '<>', 't.translator_id'),
      )
      .leftJoin('accounts as b', 'b.id', 'base.translator_id')
      // Same rule as `languageShown`: the requested language, otherwise English, and neither if the original was
      // requested.
      .leftJoin('translation_texts as x', (join) =>
        join.onRef('x.translation_id', '=', 't.id').on('t.language', '=', (eb) =>
          eb
            .selectFrom('translations as w')
            .whereRef('w.chapter_id', '=', 'c.id')
            .where('w.status', '=', sql.lit('approved' as const))
            .where('w.language', 'in', [asked, DEFAULT_LANGUAGE])
            .whereRef('w.language', '<>', 's.language')
            .where('s.language', '<>', asked)
            .orderBy((by) => by('w.language', '=', asked), 'desc')
            .limit(1)
            .select('w.language'),
        ),
      )
      .where('c.id', '=', chapterId)
      .where((eb) => eb.ref('c.is_readable'))
      .where((eb) => eb.ref('s.is_public'))
      .select([
        's.id as story_id',
        's.language as original',
        't.id',
        't.language',
        sql<boolean>`t.is_stale`.as('is_stale'),
      ])
      .select(['a.id as translator_id', 'a.username', 'a.slug', 'a.avatar_key'])
      .select(['t.title', 't.summary', 't.choice', 't.units', 't.approved_at', 'x.document'])
      .select(['b.id as base_id', 'b.username as base_name', 'b.slug as base_slug'])
      .$call(prepared)
  );
}

interface CreditedRow {
  translator_id: string | null;
  username: string | null;
  slug: string | null;
  avatar_key: string | null;
  is_stale: boolean;
}

/** A translation with its credits, and the translator of the version it was based on, if that was someone else. */
interface ShownRow extends CreditedRow {
  id: string | null;
  approved_at: Date | null;
  base_id: string | null;
  base_name: string | null;
  base_slug: string | null;
}

function memberIn({ translator_id, username, slug }: CreditedRow) {
  return translator_id && username && slug ? { id: translator_id, username, slug } : null;
}

/** The credits of a translation. Adds the cache tag of the member whose translation it is based on. */
function creditsOf(ctx: Ctx, row: ShownRow) {
  const translator = memberIn(row);
  if (!translator || row.id === null) return null;
  const { base_id: id, base_name: username, base_slug: slug } = row;
  if (id) cacheTag(ctx, userTag(id));
  return {
    id: row.id,
    translator: { ...translator, avatar: imageUrl(row.avatar_key) },
    basedOn: id && username && slug ? { id, username, slug } : null,
    approvedAt: row.approved_at!.toISOString(),
    isStale: row.is_stale,
  };
}

const placeOf = ({ language, isOriginal }: { language: Language; isOriginal: boolean }) =>
  isOriginal ? -1 : LANGUAGES.indexOf(language);

/** The original first, then in the order of LANGUAGES. */
function inOrder<T extends { language: Language; isOriginal: boolean }>(versions: readonly T[]): T[] {
  return versions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function originalIn(language: Language): TextVersion {
  return { language, isOriginal: true, isStale: false, translator: null };
}

function toVersion(row: CreditedRow & { language: Language | null }): TextVersion[] {
  const { language, is_stale } = row;
  return language ? [{ language, isOriginal: false, isStale: is_stale, translator: memberIn(row) }] : [];
}

/**
 * Returns a chapter in the requested language, otherwise in English, otherwise the original. Throws chapter_not_found.
 */
export async function getChapterInLanguage(
  ctx: Ctx,
  { chapterId, language: asked }: { chapterId: string; language: Language },
): Promise<ChapterInLanguage> {
  const rows = await selectVersions(ctx.db, chapterId, asked).execute();
  const [first] = rows;
  if (!first) throw new AppError('chapter_not_found');
  cacheTag(ctx, storyTag(first.story_id));
  for (const { translator_id } of rows) if (translator_id) cacheTag(ctx, userTag(translator_id));
  const original = first.original!;
  const translated = rows.flatMap(toVersion);
  const versions = inOrder([originalIn(original), ...translated]);
  const wanted = languageShown(
    asked,
    original,
    translated.map(({ language }) => language),
  );
  const row = rows.find(({ language }) => language === wanted);
  const credits = row && creditsOf(ctx, row);
  if (!credits) return { versions, language: original, translation: null };
  return {
    versions,
    language: wanted,
    translation: {
      ...credits,
      title: row.title!,
      summary: row.summary!,
      choice: row.choice,
      content: row.document!,
      units: row.units!,
    },
  };
}

interface ShareRow extends ShownRow {
  language: Row<'translations'>['language'];
  translator_id: string;
  username: string;
  slug: string;
  chapters: number;
  /** Their translation of the title and description. Null if it is someone else’s. */
  id: string | null;
  title: string | null;
  summary: string | null;
  /** Total of all translators into the language. */
  language_chapters: number;
  language_stale: number;
  place: number;
  shares: number;
}

/**
 * Selects how many chapters each member has translated into which language: the top translators, plus for each language
 * its first one and the translator of the title and description. Every count comes from an index, so that a thousand
 * chapters in seven languages stay cheap.
 */
async function selectShares(db: Db, storyId: string): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    with shares as (
      select language, translator_id, count(chapter_id)::int as chapters,
        (count(chapter_id) filter (where is_stale))::int as stale_chapters
      from translations
      where story_id = ${storyId} and status = 'approved' and coalesce(chapter_id, 0) <> all(array(
        select id from chapters where story_id = ${storyId} and not is_readable))
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
    select r.*, a.username, a.slug, a.avatar_key, x.title, x.summary, x.approved_at,
      b.id as base_id, b.username as base_name, b.slug as base_slug
    from ranked r join accounts a on a.id = r.translator_id
      left join translations x on x.id = r.id
      left join translations base on base.id = x.based_on_id and base.translator_id <> x.translator_id
      left join accounts b on b.id = base.translator_id
    where r.place <= ${TRANSLATORS_SHOWN} or r.place_in_language = 1 or r.id is not null
    order by r.place ${PREPARED}`.execute(db);
  return rows;
}

/**
 * Returns a story’s title and description in the same way, and what is available in each language. Throws
 * story_not_found.
 */
export async function getStoryInLanguage(
  ctx: Ctx,
  { storyId, language: asked }: { storyId: string; language: Language },
): Promise<StoryInLanguage> {
  const [story, rows] = await Promise.all([publicStory(ctx, storyId), selectShares(ctx.db, storyId)]);
  for (const { translator_id } of rows) cacheTag(ctx, userTag(translator_id));
  const original = story.published.language;
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
  const credits = row && creditsOf(ctx, row);
  const first = rows.slice(0, TRANSLATORS_SHOWN);
  return {
    versions: inOrder([
      { ...originalIn(original), hasStory: true, chapters: story.chapterCount, staleChapters: 0 },
      ...versions,
    ]),
    language: credits ? wanted : original,
    translation: credits ? { ...credits, title: row.title!, description: row.summary! } : null,
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

/** Returns the texts of several chapters of a story, if they are translated. Throws story_not_found. */
export async function getChapterTexts(
  ctx: Ctx,
  { storyId, chapterIds, language }: { storyId: string; chapterIds: string[]; language: Language },
): Promise<TranslatedTexts> {
  cacheTag(ctx, storyTag(storyId));
  const rows = await ctx.db
    .selectFrom('stories as s')
    .leftJoin('chapters as c', (join) =>
      join
        .onRef('c.story_id', '=', 's.id')
        .on('c.id', '=', sql<string>`any(${chapterIds}::bigint[])`)
        .on((eb) => eb.ref('c.is_readable')),
    )
    .leftJoin('translations as t', (join) =>
      join
        .onRef('t.chapter_id', '=', 'c.id')
        .on('t.status', '=', sql.lit('approved' as const))
        .on('t.language', 'in', [language, DEFAULT_LANGUAGE])
        .onRef('t.language', '<>', 's.language')
        .on('s.language', '<>', language),
    )
    .leftJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where('s.id', '=', storyId)
    .where((eb) => eb.ref('s.is_public'))
    .distinctOn('c.id')
    .orderBy('c.id')
    // Prefer the requested language over English.
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
            language: written!,
            isStale: is_stale ?? false,
            content: document,
          },
        ]
      : [],
  );
}

/** Returns a chapter’s original and its translation side by side. Throws chapter_not_found or translation_not_found. */
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
        .on('t.status', '=', sql.lit('approved' as const))
        .on('t.language', '=', language)
        .onRef('t.language', '<>', 's.language'),
    )
    .leftJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where('c.id', '=', chapterId)
    .where((eb) => eb.ref('c.is_readable'))
    .where((eb) => eb.ref('s.is_public'))
    .select(['s.id as story_id', 'o.document as original', 't.stale', 'x.document', 'x.draft'])
    .executeTakeFirst();
  if (!row) throw new AppError('chapter_not_found');
  cacheTag(ctx, storyTag(row.story_id));
  if (!row.document) throw new AppError('translation_not_found');
  const { paragraphs } = row.draft!;
  return besideRows(
    row.original,
    row.document,
    new Map(paragraphs.map(({ id, sources }) => [id, sources])),
    new Set(row.stale),
  );
}

import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { FoundStory } from '../contract.ts';
import { type Asked, askedFor, askedForNear, slipsOf, type Term, termsOf } from '../model/search-query.ts';
import { STEMMERS, titleKey } from '../model/search-words.ts';
import { COUNT_MAX, defaultSort, ROWS_MAX, type SearchSort } from '../model/sorts.ts';
import { ORDER } from './orders.ts';
import { FIT, type FoundCard, readPage, showHits } from './search-hits.queries.ts';

export interface Filters {
  mode?: WritingMode | undefined;
  category?: string | undefined;
  language?: Language | undefined;
}

/** Condition that the story `s` has a category. */
export const inCategory = (category: string) =>
  sql<boolean>`exists (select from story_categories k where k.category = ${category} and k.story_id = s.id)`;

interface Search extends Filters {
  q?: string | undefined;
  sort?: SearchSort | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A query for the index. */
export interface ParsedQuery extends Asked {
  readonly terms: readonly Term[];
  /** The whole query, for comparison with titles. */
  readonly key: string;
  /** The query for searching authors. Null if the query isn’t the caller’s own. */
  readonly name: string | null;
}

/** The next better kind of match outweighs any number of readers. */
const FIT_STEP = 1_000_000_000_000;

/** Maximum number of authors that are searched by name. */
const AUTHORS_MAX = 200;
/** Shorter parts of names aren’t indexed, except as a prefix of a name or of a part of it. */
const NAME_MIN = 3;
/** Family names in these scripts have one or two characters. */
const SHORT_NAMES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Escapes characters with a special meaning in LIKE. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function authorsLike(name: string | null): RawBuilder<unknown> {
  if (name === null) return sql`select null::bigint where false`;
  const some = literal(name);
  if ([...name].length >= NAME_MIN)
    return sql`select id from accounts where username ilike ${`%${some}%`} and status <> 'erased' limit ${AUTHORS_MAX}`;
  if (SHORT_NAMES.test(name))
    return sql`select id from accounts where (username ilike ${`${some}%`} or username ilike ${`%\\_${some}%`})
      and status <> 'erased' limit ${AUTHORS_MAX}`;
  return sql`select id from accounts where username_key = lower(${name}) and status <> 'erased'`;
}

/**
 * Selects all matches of the query in the index, at most `most` of each kind, in no order. The caller must check
 * whether they are public.
 */
function hitsFor({ title, text, key, name }: ParsedQuery, most: number | null): RawBuilder<unknown> {
  const limit = sql`${most}::integer`;
  return sql`
    select story_id, 0::bigint as chapter_id, translation_id, language,
        case when title_key = ${key} then ${sql.lit(FIT.wholeTitle)} else ${sql.lit(FIT.title)} end as fit
      from search_stories_with(${title}::tsquery, ${limit})
    union all
    select story_id, 0, translation_id, language, ${sql.lit(FIT.description)} from search_stories_with(${text}::tsquery, ${limit})
    union all
    select id, 0, 0, language, ${sql.lit(FIT.author)} from stories where creator_id = any(array(${authorsLike(name)}))
    union all
    select story_id, chapter_id, translation_id, language, ${sql.lit(FIT.chapterTitle)} from search_chapters_with(${title}::tsquery, ${limit})
    union all
    select story_id, chapter_id, translation_id, language, ${sql.lit(FIT.text)} from search_chapters_with(${text}::tsquery, ${limit})`;
}

/**
 * The limit for very common words applies only to unfiltered results by relevance. Otherwise it could drop the only
 * results of a filter, or the first ones of another order.
 */
function mostOf({ mode, category, language }: Filters, sort: SearchSort): number | null {
  return sort === 'relevance' && !mode && !category && !language ? ROWS_MAX : null;
}

/** The public stories among `hits` that match the filters, each with its best match. */
function selectFound(ctx: Ctx, { mode, category, language }: Filters) {
  const found = sql<{ story_id: string; fit: number }>`(select story_id, max(fit) as fit from hits group by story_id)`;
  let query = ctx.db
    .selectFrom('stories as s')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .innerJoin(found.as('f'), (join) => join.onRef('f.story_id', '=', 's.id'))
    .where((eb) => eb.ref('s.is_listed'));
  if (mode) query = query.where('s.mode', '=', mode);
  if (language) query = query.where('s.language', '=', language);
  if (category) query = query.where(inCategory(category));
  return query;
}

function orderOf(sort: SearchSort) {
  if (sort !== 'relevance') return { ...ORDER[sort], by: sql.raw(ORDER[sort].column) };
  return { ...ORDER.classic_popular, by: sql.raw(`(f.fit * ${FIT_STEP} + st.readers)`) };
}

async function findPage(ctx: Ctx, input: Search, parsed: ParsedQuery): Promise<Page<FoundCard>> {
  const sort = input.sort ?? defaultSort(input.q);
  const { by, cast, looks } = orderOf(sort);
  let query = selectFound(ctx, input)
    .select(['s.id', 'f.fit', sql<string>`${by}::text`.as('key')])
    .select(sql<string>`row_number() over (order by ${by} desc, s.id desc)`.as('at'))
    .orderBy('at')
    .limit(input.limit + 1);
  const from = pairCursor(input.cursor);
  if (from) {
    if (!looks.test(from.value)) throw fieldError('cursor', 'invalid');
    query = query.where(sql<boolean>`(${by}, s.id) < (${from.value}::${sql.raw(cast)}, ${from.id}::bigint)`);
  }
  const rows = await readPage(ctx, hitsFor(parsed, mostOf(input, sort)), query);
  const page = keysetPageOf(
    rows,
    input.limit,
    (row) => row,
    ({ key, id }) => makePairCursor(key.replace(' ', 'T'), id),
  );
  if (page.items.length === 0) return { items: [], next: null };
  const ids = page.items.map(({ id }) => id);
  const cards = await selectCards(ctx).where('s.id', 'in', ids).execute();
  const byId = new Map(cards.map((row) => [row.id, toStoryCard(ctx, row)]));
  const inLanguage = await cardsInLanguage(ctx, [...byId.values()], ctx.language);
  // A story that was removed between the two statements has no card.
  const items = page.items.flatMap((row) => {
    const card = byId.get(row.id);
    return card ? [{ card: inLanguage(card), row }] : [];
  });
  return { ...page, items };
}

/** Adds the stems of words, as the database knows them. */
async function withStems(ctx: Ctx, terms: readonly Term[]): Promise<Term[]> {
  const words = terms.flatMap(({ folded, kind }) => (kind === 'word' ? [folded] : []));
  if (words.length === 0) return [...terms];
  const { rows } = await sql<{ word: string; language: Row<'search_texts'>['language']; stem: string | null }>`
    select word, language, (ts_lexize(dictionary::regdictionary, word))[1] as stem
    from unnest(${words}::text[]) word,
      unnest(${Object.keys(STEMMERS)}::text[], ${Object.values(STEMMERS)}::text[]) as l (language, dictionary)`.execute(
    ctx.db,
  );
  const byWord = Map.groupBy(rows, ({ word }) => word);
  return terms.map((term) => {
    const own = byWord.get(term.folded) ?? [];
    return { ...term, stems: Object.fromEntries(own.map(({ language, stem }) => [language, stem])) };
  });
}

async function parseQuery(ctx: Ctx, q: string): Promise<ParsedQuery | null> {
  const terms = await withStems(ctx, termsOf(q));
  const asked = askedFor(terms);
  return asked && { ...asked, terms, key: titleKey(q), name: q };
}

/** Maximum number of spellings that are tried if there are no results. */
const SPELLINGS = 3;

/** Returns corrected queries, likelier ones first. Replaces words that occur in no text with words that do. */
async function mended(ctx: Ctx, terms: readonly Term[]): Promise<string[]> {
  const slips = new Map(terms.map(({ folded }) => [folded, slipsOf(folded)]));
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word = any(${[...slips].flatMap(([word, all]) => [word, ...all])}::text[])`.execute(
    ctx.db,
  );
  const known = new Set(rows.map(({ word }) => word));
  const spellings = terms.map(({ folded }) => {
    const meant = known.has(folded) ? [] : (slips.get(folded) ?? []).filter((slip) => known.has(slip));
    return meant.length > 0 ? meant.slice(0, SPELLINGS) : [folded];
  });
  const whole = [...Array(SPELLINGS).keys()].map((i) =>
    spellings.map((some) => some[Math.min(i, some.length - 1)]).join(' '),
  );
  const asTyped = terms.map(({ folded }) => folded).join(' ');
  return [...new Set(whole)].filter((q) => q !== asTyped);
}

/** Finds results for a query without matches: with a corrected typo, or titles that differ in one character. */
async function findNear(ctx: Ctx, input: Search, terms: readonly Term[]): Promise<FoundStory[]> {
  for (const q of await mended(ctx, terms)) {
    const parsed = await parseQuery(ctx, q);
    if (!parsed) continue;
    const page = await findPage(ctx, input, { ...parsed, name: null });
    const shown = showHits(page.items, parsed.terms, { q });
    if (shown.length > 0) return shown;
  }
  const asked = askedForNear(terms);
  if (!asked) return [];
  const parsed = { ...asked, terms, key: '', name: null };
  const { items } = await findPage(ctx, input, parsed);
  return showHits(items, terms, { q: null });
}

/** Finds stories with these words. Similar results have only one page. Null for a query without words. */
export async function findStories(ctx: Ctx, input: Search & { q: string }): Promise<Page<FoundStory> | null> {
  const parsed = await parseQuery(ctx, input.q);
  if (!parsed) return null;
  const page = await findPage(ctx, input, parsed);
  const items = showHits(page.items, parsed.terms, null);
  if (items.length === 0 && !input.cursor) return { items: await findNear(ctx, input, parsed.terms), next: null };
  return { ...page, items };
}

/** Counts the stories with these words, up to a limit. Null for a query without words. */
export async function countWith(ctx: Ctx, q: string, filters: Filters): Promise<number | null> {
  const parsed = await parseQuery(ctx, q);
  if (!parsed) return null;
  const all = selectFound(ctx, filters).select('s.id').limit(COUNT_MAX);
  const { rows } = await sql<{
    stories: number;
  }>`with hits as materialized (${hitsFor(parsed, mostOf(filters, 'relevance'))})
    select count(*)::int as stories from (${all}) found`.execute(ctx.db);
  return rows[0]!.stories;
}

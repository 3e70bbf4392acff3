import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import { readOnce } from '#platform/memo.ts';
import type { FoundPerson, FoundStory } from '../contract.ts';
import { authorsWith, bestNames, withAllTerms } from '../model/authors.ts';
import { markedName } from '../model/excerpt.ts';
import { type Asked, askedByAuthor, askedFor, askedForNear, type Term, termsOf } from '../model/search-query.ts';
import { STEMMERS, titleKey } from '../model/search-words.ts';
import { COUNT_MAX, defaultSort, ROWS_MAX, type SearchSort } from '../model/sorts.ts';
import { correctedQueries, slipsOf } from '../model/spelling.ts';
import { authorsNamed, authorsOf } from './authors.queries.ts';
import { ORDER } from './orders.ts';
import { FIT, type FoundCard, readPage, showHits } from './search-hits.queries.ts';

export interface Filters {
  mode?: WritingMode | undefined;
  category?: string | undefined;
  /** One or several, separated by commas. */
  language?: string | undefined;
}

/** Condition that the story `s` has a category. */
export const inCategory = (category: string) =>
  sql<boolean>`exists (select from story_categories k where k.category = ${category} and k.story_id = s.id)`;

/** Condition that the story `s` is written in one of these languages. */
export const inLanguages = (languages: string) => sql<boolean>`s.language = any(string_to_array(${languages}, ','))`;

/** The languages in which found stories are shown, if they can: that of the page, unless only others are asked for. */
function shownLanguages(ctx: Ctx, { language }: Filters): readonly string[] {
  const asked = language?.split(',') ?? [ctx.language];
  return asked.includes(ctx.language) ? [ctx.language] : asked;
}

/**
 * Puts found cards in the language of the page. If only other languages are asked for, the cards stay in the one that
 * the story is written in, which is one of them.
 */
export async function cardsFound(ctx: Ctx, cards: readonly StoryCard[], filters: Filters) {
  return cardsInLanguage(ctx, shownLanguages(ctx, filters).includes(ctx.language) ? cards : [], ctx.language);
}

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
  /** The query for authors, or for authors and titles. Null if no author has one of the terms in their name. */
  readonly author: string | null;
  /** The authors whose names have terms. */
  readonly authorIds: readonly string[];
}

/** The next better kind of match outweighs any number of readers. */
const FIT_STEP = 1_000_000_000_000;

/** Maximum number of chapters in which a phrase is looked for. */
const PHRASE_TRIED = 2000;

/** If more stories than this have the words themselves, none with compounds are looked for. */
const ENOUGH_STORIES = COUNT_MAX;

/**
 * Selects all matches of the query in the index, at most `most` of each kind, in no order. The caller must check
 * whether they are public. German compounds are only looked for if there is little else.
 */
function hitsFor(parsed: ParsedQuery, most: number | null): RawBuilder<unknown> {
  const exact = exactHitsFor(parsed, most);
  const { compounds } = parsed;
  if (!compounds) return exact;
  const limit = sql`(select case when count(distinct story_id) > ${ENOUGH_STORIES} then 0 else ${most}::integer end from exact)`;
  return sql`with exact as materialized (${exact})
    select * from exact
    union all
    select story_id, 0, translation_id, language, ${sql.lit(FIT.compound)} from search_stories_with(${compounds}::tsquery, ${limit})
    union all
    select story_id, chapter_id, translation_id, language, ${sql.lit(FIT.compound)} from search_chapters_with(${compounds}::tsquery, ${limit})`;
}

function exactHitsFor({ title, text, loose, key, author }: ParsedQuery, most: number | null): RawBuilder<unknown> {
  const limit = sql`${most}::integer`;
  const stories = (asked: string) => sql`search_stories_with(${asked}::tsquery, ${limit})`;
  const chapters = (asked: string, words: string | undefined) =>
    words === undefined
      ? sql`search_chapters_with(${asked}::tsquery, ${limit})`
      : sql`search_chapters_with_phrase(${words}::tsquery, ${asked}::tsquery, ${PHRASE_TRIED})`;
  const parts = [
    sql`select story_id, 0::bigint as chapter_id, translation_id, language,
        case when title_key = ${key} then ${sql.lit(FIT.wholeTitle)} else ${sql.lit(FIT.title)} end as fit
      from ${stories(title)}`,
    sql`select story_id, 0, translation_id, language, ${sql.lit(FIT.description)} from ${stories(text)}`,
    sql`select story_id, chapter_id, translation_id, language, ${sql.lit(FIT.chapterTitle)} from ${chapters(title, loose?.title)}`,
    sql`select story_id, chapter_id, translation_id, language, ${sql.lit(FIT.text)} from ${chapters(text, loose?.text)}`,
  ];
  if (author) parts.push(sql`select story_id, 0, 0, language, ${sql.lit(FIT.author)} from ${stories(author)}`);
  return sql.join(parts, sql` union all `);
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
  if (language) query = query.where(inLanguages(language));
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
  const hits = hitsFor(parsed, mostOf(input, sort));
  const languages = shownLanguages(ctx, input);
  const rows = await readPage(ctx, { hits, page: query, authorIds: parsed.authorIds, languages });
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
  const inLanguage = await cardsFound(ctx, [...byId.values()], input);
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

/** The terms of a query with their stems, and the authors whose names have them. */
const readTerms = readOnce(async (ctx: Ctx, q: string) => {
  const terms = termsOf(q);
  const [stemmed, named] = await Promise.all([withStems(ctx, terms), authorsNamed(ctx, terms)]);
  return { terms: stemmed, named };
});

/** Parses a query. Its terms can also be in the names of authors. Null if it has no words. */
async function parseQuery(ctx: Ctx, q: string): Promise<ParsedQuery | null> {
  const { terms, named } = await readTerms(ctx, q);
  const asked = askedFor(terms);
  if (!asked) return null;
  const authors = authorsWith(terms, named);
  const authorIds = [...new Set([...authors.values()].flat())];
  return { ...asked, terms, key: titleKey(q), author: askedByAuthor(terms, authors), authorIds };
}

/** Finds authors whose names have all words of a query. */
export async function findPeople(ctx: Ctx, { q }: { q: string }): Promise<FoundPerson[]> {
  const { terms, named } = await readTerms(ctx, q);
  const ids = new Set(withAllTerms(terms, authorsWith(terms, named)));
  const people = await authorsOf(
    ctx,
    bestNames(
      terms,
      named.filter(({ id }) => ids.has(id)),
    ),
  );
  return people.map(({ username, avatar_key, ...person }) => ({
    ...{ ...person, username, avatar: imageUrl(avatar_key) },
    namePieces: markedName(username, terms),
  }));
}

/** Maximum number of spellings that are tried if there are no results. */
const SPELLINGS = 3;

/**
 * Returns corrected queries that occur in texts, likelier ones first, those in titles before others. The words of the
 * query are in no text, or not together, or in quotes and not in this order.
 */
async function corrected(ctx: Ctx, terms: readonly Term[]): Promise<string[]> {
  const words = terms.map(({ folded }) => folded);
  const slips = words.flatMap((word) => [word, ...slipsOf(word)]);
  const known = await sql<{ word: string }>`
    select word from search_words where word = any(${slips}::text[])`.execute(ctx.db);
  const unquoted = terms.some(({ phrase }) => phrase !== null) ? [words.join(' ')] : [];
  const queries = [...unquoted, ...correctedQueries(words, new Set(known.rows.map(({ word }) => word)))];
  if (queries.length === 0) return [];
  const stemmed = await withStems(ctx, termsOfAll(queries));
  const byWord = new Map(stemmed.map((term) => [term.folded, term]));
  const asked = queries.map((q) => askedFor(termsOf(q).map((term) => byWord.get(term.folded) ?? term))!);
  const { rows } = await sql<{ q: string }>`
    select q from unnest(${queries}::text[], ${asked.map(({ title }) => title)}::text[],
        ${asked.map(({ text }) => text)}::text[]) with ordinality as t (q, title, text, at)
    cross join lateral (select
      exists (select from search_stories_with(title::tsquery, 1)) as in_title,
      exists (select from search_stories_with(text::tsquery, 1)) or exists (select from search_chapters_with(text::tsquery, 1)) as in_text) f
    where in_title or in_text order by in_title desc, at limit ${SPELLINGS}`.execute(ctx.db);
  return rows.map(({ q }) => q);
}

/** The distinct terms of several queries. */
function termsOfAll(queries: readonly string[]): Term[] {
  const terms = queries.flatMap(termsOf);
  return [...new Map(terms.map((term) => [term.folded, term])).values()];
}

/** Spellings and similar titles are for words, not for names. */
const NO_AUTHORS = { author: null, authorIds: [] };

/** Finds results for a query without matches: with a corrected typo, or titles that differ in one character. */
async function findNear(ctx: Ctx, input: Search, terms: readonly Term[]): Promise<FoundStory[]> {
  for (const q of await corrected(ctx, terms)) {
    const words = await withStems(ctx, termsOf(q));
    const parsed = { ...askedFor(words)!, terms: words, key: titleKey(q), ...NO_AUTHORS };
    const page = await findPage(ctx, input, parsed);
    const shown = showHits(page.items, parsed.terms, { q });
    if (shown.length > 0) return shown;
  }
  const asked = askedForNear(terms);
  if (!asked) return [];
  const parsed = { ...asked, terms, key: '', ...NO_AUTHORS };
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

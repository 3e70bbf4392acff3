import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import { type Language, readLanguages } from '#core/languages.ts';
import { after, HOUR, MINUTE } from '#core/time.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { contestRulesOf } from '#features/contest/model/mode.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { modesThat } from '#features/stories/model/mode-model.ts';
import {
  type CardRow,
  HOME_TAG,
  selectCards,
  storyTag,
  toStoryCard,
  unknownCategory,
} from '#features/stories/server/index.ts';
import { cardsInLanguage, translatedInto } from '#features/translation/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import { PREPARED, prepared } from '#platform/db/prepared.ts';
import type { FoundStory, Home, OpenStory } from '../contract.ts';
import { unmarked } from '../model/excerpt.ts';
import { COUNT_MAX, HOME_SIZES, type SearchSort, type Sort } from '../model/sorts.ts';
import { literal } from './authors.queries.ts';
import { type HomeCard, selectHomeCards, standingsOf, toHomeCard, withoutStanding } from './home-cards.ts';
import { listInLanguages } from './in-my-languages.queries.ts';
import { ORDER } from './orders.ts';
import { cardsFound, countWith, type Filters, findStories, inCategory, inLanguages } from './search.queries.ts';

/** The id of the table with the sort column, so that the index alone gives the order. */
const idIn = (sort: Sort) => sql.ref(ORDER[sort].kept === 'st' ? 'st.story_id' : 's.id');
/** Whether the index of the order has the story. */
const isListedIn = (sort: Sort) => (ORDER[sort].kept === 'st' ? sql<boolean>`st.listed` : sql<boolean>`s.is_listed`);

function ordered(ctx: Ctx, sort: Sort) {
  const column = sql.ref(ORDER[sort].column);
  return selectCards(ctx)
    .select(sql<string>`${column}::text`.as('key'))
    .where(isListedIn(sort))
    .orderBy(column, 'desc')
    .orderBy(idIn(sort), 'desc');
}

/**
 * Lists stories with open spots that members can join, those in the reader’s languages first, the most recently
 * continued first. Where rounds decide who writes, one must be open for entries or waiting for writers.
 */
async function listOpen(ctx: Ctx, languages: readonly Language[]): Promise<OpenStory[]> {
  const open = () =>
    selectCards(ctx)
      .leftJoin('rounds as r', (join) => join.onRef('r.story_id', '=', 's.id').on('r.status', '<>', 'completed'))
      // Literals, to match the index. A plan with parameters couldn’t use that index, nor its order for the limit.
      .where('s.progress', '=', sql.lit('ongoing' as const))
      .where('s.join_policy', '<>', sql.lit('invite_only' as const))
      // Applications need a creator who can answer them.
      .where((eb) => eb.or([eb('s.join_policy', '=', 'open'), eb('a.status', '=', 'active')]))
      .where((eb) =>
        eb.or([eb('s.participant_limit', 'is', null), eb('st.participants', '<', eb.ref('s.participant_limit'))]),
      )
      .where((eb) =>
        eb.or([
          eb(
            's.mode',
            'in',
            modesThat(ctx.modeModels, ({ hasRounds }) => !hasRounds),
          ),
          eb('r.status', '=', 'scheduled'),
          eb.and([eb('r.status', '=', 'writing'), eb('r.writing_ends_at', '>', sql<Date>`db_clock()`)]),
        ]),
      )
      .select(['s.join_policy', 's.participant_limit', 'st.participants', 's.mode_settings'])
      .select(['r.id as round_id', 'r.number as round_number', 'r.writing_ends_at'])
      .orderBy('s.continued_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(sql.lit(HOME_SIZES.waiting));
  const own = open().where('s.language', 'in', languages);
  const others = open().where('s.language', 'not in', languages);
  type OpenRow = Awaited<ReturnType<typeof own.executeTakeFirstOrThrow>>;
  const { rows } = await sql<OpenRow>`(${own}) union all (${others}) ${PREPARED}`.execute(ctx.db);
  const rank = ({ language }: OpenRow) => {
    const at = languages.indexOf(language!);
    return at < 0 ? languages.length : at;
  };
  const inOrder = rows.toSorted((a, b) => rank(a) - rank(b) || b.continued_at!.getTime() - a.continued_at!.getTime());
  return inOrder.slice(0, HOME_SIZES.waiting).map((row) => {
    if (row.writing_ends_at) cacheUntil(ctx, row.writing_ends_at);
    return {
      ...toStoryCard(ctx, row),
      isOpen: row.join_policy === 'open',
      openSpots: row.participant_limit === null ? null : row.participant_limit - row.participants,
      round:
        row.round_id === null
          ? null
          : {
              id: row.round_id,
              number: row.round_number!,
              writingEndsAt: row.writing_ends_at?.toISOString() ?? null,
              missing: row.writing_ends_at
                ? 0
                : Math.max(0, contestRulesOf({ modeSettings: row.mode_settings }).minParticipants - row.participants),
            },
    };
  });
}

/**
 * Returns the sections of the home page, for the languages that the reader reads or that of the request. Cached for at
 * most a minute, because popularity changes that often.
 */
export async function getHome(ctx: Ctx, input: { languages?: string | undefined } = {}): Promise<Home> {
  const languages = input.languages === undefined ? [ctx.language] : readLanguages(input.languages);
  cacheTag(ctx, HOME_TAG);
  cacheUntil(ctx, after(ctx.clock.now(), MINUTE));
  const section = async (sort: Sort, size: number) => {
    const rows = await selectHomeCards(ctx)
      .where(isListedIn(sort))
      .orderBy(sql.ref(ORDER[sort].column), 'desc')
      .orderBy(idIn(sort), 'desc')
      // A literal, because a plan for any limit wouldn’t use the order of the index.
      .limit(sql.lit(size))
      .$call(prepared)
      .execute();
    return rows.map((row) => toHomeCard(ctx, row));
  };
  const [mine, waiting, trending, classic, updated, newest] = await Promise.all([
    listInLanguages(ctx, languages),
    listOpen(ctx, languages),
    section('recent_popular', HOME_SIZES.popular),
    section('classic_popular', HOME_SIZES.popular),
    section('latest_updated', HOME_SIZES.updated),
    section('latest_created', HOME_SIZES.newest),
  ]);
  const listed = [...trending, ...classic, ...updated, ...newest];
  const inThisLanguage = mine.filter(({ readIn }) => readIn === ctx.language);
  const inLanguage = await cardsInLanguage(ctx, [...waiting, ...listed, ...inThisLanguage], ctx.language);
  const plain = (cards: readonly HomeCard[]) => cards.map((card) => inLanguage(withoutStanding(card)));
  return {
    languages,
    mine: mine.map((card) => withoutStanding(card.readIn === ctx.language ? inLanguage(card) : card)),
    waiting: waiting.map(inLanguage),
    trending: plain(trending),
    classic: plain(classic),
    updated: plain(updated),
    newest: plain(newest),
    standings: standingsOf([...mine, ...listed]),
  };
}

/** Keeps stories that can be read in a language: those that are written in it, or whose first chapter is translated. */
const readableIn = (query: ReturnType<typeof ordered>, language: Language) =>
  query.where(sql<boolean>`(s.language = ${language} or s.id in (${translatedInto(language)}))`);

/** Number of stories offered at the end of another one. */
const READ_NEXT = 2;

/**
 * Returns the most popular other stories that can be read in a language. Cached for at most an hour, because changes of
 * popularity don’t invalidate it.
 */
export async function listReadNext(
  ctx: Ctx,
  { storyId, language }: { storyId: string; language: Language },
): Promise<StoryCard[]> {
  cacheUntil(ctx, after(ctx.clock.now(), HOUR));
  const others = ordered(ctx, 'recent_popular').where('s.id', '<>', storyId);
  const rows = await readableIn(others, language).limit(sql.lit(READ_NEXT)).$call(prepared).execute();
  const cards = rows.map((row) => toStoryCard(ctx, row));
  for (const { id, creator } of cards) cacheTag(ctx, storyTag(id), userTag(creator.id));
  return cards.map(await cardsInLanguage(ctx, cards, language));
}

/** Lists the newest stories. With a language, those that can be read in it, with their titles in that language. */
export async function listNewest(ctx: Ctx, language: Language | null, limit: number): Promise<StoryCard[]> {
  cacheTag(ctx, HOME_TAG);
  const newest = ordered(ctx, 'latest_created');
  const query = language ? readableIn(newest, language) : newest;
  const rows = await query.limit(sql.lit(limit)).$call(prepared).execute();
  const cards = rows.map((row) => toStoryCard(ctx, row));
  for (const { creator } of cards) cacheTag(ctx, userTag(creator.id));
  return language ? cards.map(await cardsInLanguage(ctx, cards, language)) : cards;
}

interface Search extends Filters {
  q?: string | undefined;
  sort?: SearchSort | undefined;
  cursor?: string | undefined;
  limit: number;
}

function filtered(query: ReturnType<typeof selectCards>, { mode, category, language }: Filters) {
  let rest = query;
  if (mode) rest = rest.where('s.mode', '=', mode);
  if (language) rest = rest.where(inLanguages(language));
  if (category) rest = rest.where(inCategory(category));
  return rest;
}

/** Lists all stories in an order or, for a query of punctuation alone, those whose title contains it. */
async function listStories(ctx: Ctx, input: Search): Promise<Page<FoundStory>> {
  const sort = input.sort === undefined || input.sort === 'relevance' ? 'recent_popular' : input.sort;
  const { column, cast, looks } = ORDER[sort];
  let query = filtered(ordered(ctx, sort), input);
  if (input.q) query = query.where('s.title', 'ilike', `%${literal(input.q)}%`);
  const from = pairCursor(input.cursor);
  if (from) {
    if (!looks.test(from.value)) throw fieldError('cursor', 'invalid');
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, ${idIn(sort)}) < (${from.value}::${sql.raw(cast)}, ${from.id}::bigint)`,
    );
  }
  const rows = (await query.limit(input.limit + 1).execute()) as (CardRow & { key: string })[];
  const page = keysetPageOf(
    rows,
    input.limit,
    (row) => toStoryCard(ctx, row),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.id),
  );
  const inLanguage = await cardsFound(ctx, page.items, input);
  const plain = (card: StoryCard) => ({
    ...card,
    hit: null,
    titlePieces: unmarked(card.title),
    creatorPieces: unmarked(card.creator.username),
    near: null,
  });
  return { ...page, items: page.items.map(inLanguage).map(plain) };
}

/** Finds published stories with these words in any language, or lists all. */
export async function searchStories(ctx: Ctx, { q, ...input }: Search): Promise<Page<FoundStory>> {
  await ensureCategory(ctx, input.category);
  const found = q ? await findStories(ctx, { ...input, q }) : null;
  return found ?? listStories(ctx, { ...input, q });
}

async function ensureCategory(ctx: Ctx, category: string | undefined): Promise<void> {
  if (category && (await unknownCategory(ctx, [category]))) throw fieldError('category', 'category_unknown');
}

/** Counts the results, up to a limit. */
export async function countFound(ctx: Ctx, { q, ...filters }: Filters & { q?: string | undefined }) {
  await ensureCategory(ctx, filters.category);
  const counted = q ? await countWith(ctx, q, filters) : null;
  if (counted !== null) return { stories: counted };
  const all = filtered(ordered(ctx, 'recent_popular'), filters);
  const rows = await (q ? all.where('s.title', 'ilike', `%${literal(q)}%`) : all).limit(COUNT_MAX).execute();
  return { stories: rows.length };
}

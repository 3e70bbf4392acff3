import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { after, MINUTE } from '#core/time.ts';
import { contestRulesOf } from '#features/contest/model/mode.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { modesThat } from '#features/stories/model/mode-model.ts';
import { type CardRow, HOME_TAG, selectCards, toStoryCard, unknownCategory } from '#features/stories/server/index.ts';
import { cardsInLanguage } from '#features/translation/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FoundStory, Home, OpenStory } from '../contract.ts';
import { unmarked } from '../model/excerpt.ts';
import { COUNT_MAX, HOME_SIZES, type SearchSort, type Sort } from '../model/sorts.ts';
import { ORDER } from './orders.ts';
import { countWith, type Filters, findStories, inCategory, literal } from './search.queries.ts';

function ordered(ctx: Ctx, sort: Sort) {
  const { column, kept } = ORDER[sort];
  const query = selectCards(ctx)
    .select(sql<string>`${sql.ref(column)}::text`.as('key'))
    .orderBy(sql.ref(column), 'desc')
    // The id of the table with the sort column, so that the index alone gives the order.
    .orderBy(kept === 'st' ? 'st.story_id' : 's.id', 'desc');
  return kept === 'st' ? query.where('st.listed', '=', true) : query;
}

/**
 * Lists stories with open spots that members can join, in the language of the request first, the most recently
 * continued first. Where rounds decide who writes, one must be open for entries or waiting for writers.
 */
async function listOpen(ctx: Ctx): Promise<OpenStory[]> {
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
  const [own, others] = await Promise.all([
    open().where('s.language', '=', ctx.language).$call(prepared).execute(),
    open().where('s.language', '<>', ctx.language).$call(prepared).execute(),
  ]);
  return [...own, ...others].slice(0, HOME_SIZES.waiting).map((row) => {
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

/** Returns the sections of the home page. Cached for at most a minute, because popularity changes that often. */
export async function getHome(ctx: Ctx): Promise<Home> {
  cacheTag(ctx, HOME_TAG);
  cacheUntil(ctx, after(ctx.clock.now(), MINUTE));
  const section = async (sort: Sort, size: number) => {
    // A literal, because a plan for any limit wouldn’t use the order of the index.
    const rows = await ordered(ctx, sort).limit(sql.lit(size)).$call(prepared).execute();
    return rows.map((row) => toStoryCard(ctx, row));
  };
  const [waiting, trending, classic, updated, newest] = await Promise.all([
    listOpen(ctx),
    section('recent_popular', HOME_SIZES.popular),
    section('classic_popular', HOME_SIZES.popular),
    section('latest_updated', HOME_SIZES.updated),
    section('latest_created', HOME_SIZES.newest),
  ]);
  const cards = [...waiting, ...trending, ...classic, ...updated, ...newest];
  const inLanguage = await cardsInLanguage(ctx, cards, ctx.language);
  return {
    waiting: waiting.map(inLanguage),
    trending: trending.map(inLanguage),
    classic: classic.map(inLanguage),
    updated: updated.map(inLanguage),
    newest: newest.map(inLanguage),
  };
}

/** Lists the newest stories. With a language, those that are written in it or translated into it, and in that language. */
export async function listNewest(ctx: Ctx, language: Language | null, limit: number): Promise<StoryCard[]> {
  cacheTag(ctx, HOME_TAG);
  let query = ordered(ctx, 'latest_created');
  if (language)
    query = query.where((eb) =>
      eb.or([
        eb('s.language', '=', language),
        eb.exists(
          eb
            .selectFrom('translations as t')
            .select('t.id')
            .whereRef('t.story_id', '=', 's.id')
            .where('t.kind', '=', 'story')
            .where('t.language', '=', language)
            .where('t.status', '=', 'approved')
            .where('t.deleted_at', 'is', null),
        ),
      ]),
    );
  const rows = await query.limit(sql.lit(limit)).$call(prepared).execute();
  const cards = rows.map((row) => toStoryCard(ctx, row));
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
  if (language) rest = rest.where('s.language', '=', language);
  if (category) rest = rest.where(inCategory(category));
  return rest;
}

/** Lists all stories in an order or, for a query of punctuation alone, those whose title contains it. */
async function listStories(ctx: Ctx, input: Search): Promise<Page<FoundStory>> {
  const sort = input.sort === undefined || input.sort === 'relevance' ? 'recent_popular' : input.sort;
  const { column, cast, kept, looks } = ORDER[sort];
  let query = filtered(ordered(ctx, sort), input);
  if (input.q) query = query.where('s.title', 'ilike', `%${literal(input.q)}%`);
  const from = pairCursor(input.cursor);
  if (from) {
    if (!looks.test(from.value)) throw fieldError('cursor', 'invalid');
    const id = sql.ref(kept === 'st' ? 'st.story_id' : 's.id');
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, ${id}) < (${from.value}::${sql.raw(cast)}, ${from.id}::bigint)`,
    );
  }
  const rows = (await query.limit(input.limit + 1).execute()) as (CardRow & { key: string })[];
  const page = keysetPageOf(
    rows,
    input.limit,
    (row) => toStoryCard(ctx, row),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.id),
  );
  const inLanguage = await cardsInLanguage(ctx, page.items, ctx.language);
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

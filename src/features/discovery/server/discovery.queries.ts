import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { after, MINUTE } from '#core/time.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import type { Category } from '#features/stories/model/categories.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { type CardRow, HOME_TAG, selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage } from '#features/translation/server/index.ts';
import { expires, shows } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { makePairCursor, pageOf, pairCursor } from '#platform/db/keyset.ts';
import type { Home, OpenStory } from '../contract.ts';
import { HOME_SIZES, type Sort } from '../model/sorts.ts';

const WEIGHT = { cast: 'double precision', kept: 'st', looks: /^\d+(\.\d+)?(e[+-]?\d+)?$/ } as const;
const COUNT = { cast: 'bigint', kept: 'st', looks: /^\d+$/ } as const;
const MOMENT = { cast: 'timestamptz', kept: 's', looks: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00$/ } as const;

/** What each order sorts by, as an index holds it, and what its values look like in a cursor. */
const ORDER = {
  recent_popular: { column: 'st.trend', ...WEIGHT },
  classic_popular: { column: 'st.readers', ...COUNT },
  latest_created: { column: 's.listed_at', ...MOMENT },
  latest_updated: { column: 's.continued_at', ...MOMENT },
} as const satisfies Record<Sort, { column: string; cast: string; kept: 'st' | 's'; looks: RegExp }>;

function ordered(ctx: Ctx, sort: Sort) {
  const { column, kept } = ORDER[sort];
  const query = selectCards(ctx.db)
    .select(sql<string>`${sql.ref(column)}::text`.as('key'))
    .orderBy(sql.ref(column), 'desc')
    // The id of the table whose index gives the order, so that the index alone gives it.
    .orderBy(kept === 'st' ? 'st.story_id' : 's.id', 'desc');
  return kept === 'st' ? query.where('st.listed', '=', true) : query;
}

/**
 * Stories with a free place that one can come into: in the language of the call first, those that moved last before others.
 * A competition among them has a round that takes entries, or waits for its authors.
 */
async function listOpen(ctx: Ctx): Promise<OpenStory[]> {
  const open = () =>
    selectCards(ctx.db)
      .leftJoin('rounds as r', (join) => join.onRef('r.story_id', '=', 's.id').on('r.status', '<>', 'completed'))
      .where('s.progress', '=', 'ongoing')
      .where('s.joining', '<>', 'invite_only')
      // Applications need somebody who can answer them.
      .where((eb) => eb.or([eb('s.joining', '=', 'open'), eb('a.status', '=', 'active')]))
      .where((eb) =>
        eb.or([eb('s.participant_limit', 'is', null), eb('st.participants', '<', eb.ref('s.participant_limit'))]),
      )
      .where((eb) =>
        eb.or([
          eb('s.mode', '<>', 'competition'),
          eb('r.status', '=', 'scheduled'),
          eb.and([eb('r.status', '=', 'writing'), eb('r.writing_ends_at', '>', sql<Date>`db_clock()`)]),
        ]),
      )
      .select(['s.joining', 's.participant_limit', 'st.participants', 's.min_participants'])
      .select(['r.id as round_id', 'r.number as round_number', 'r.writing_ends_at'])
      .orderBy('s.continued_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(HOME_SIZES.waiting);
  const [own, others] = await Promise.all([
    open().where('s.language', '=', ctx.language).execute(),
    open().where('s.language', '<>', ctx.language).execute(),
  ]);
  return [...own, ...others].slice(0, HOME_SIZES.waiting).map((row) => {
    if (row.writing_ends_at) expires(ctx, row.writing_ends_at);
    return {
      ...toStoryCard(ctx, row),
      isOpen: row.joining === 'open',
      freePlaces: row.participant_limit === null ? null : row.participant_limit - row.participants,
      round:
        row.round_id === null
          ? null
          : {
              id: row.round_id,
              number: row.round_number!,
              writingEndsAt: row.writing_ends_at?.toISOString() ?? null,
              missing: row.writing_ends_at ? 0 : Math.max(0, row.min_participants - row.participants),
            },
    };
  });
}

/** The sections of the home page. Popularity moves by the minute, so the answer is kept no longer than that. */
export async function getHome(ctx: Ctx): Promise<Home> {
  shows(ctx, HOME_TAG);
  expires(ctx, after(ctx.clock.now(), MINUTE));
  const section = async (sort: Sort, size: number) => {
    const rows = await ordered(ctx, sort).limit(size).execute();
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

interface Search {
  q?: string | undefined;
  sort: Sort;
  mode?: WritingMode | undefined;
  category?: Category | undefined;
  language?: Language | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Signs that mean something in LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** So many names and translated titles may have the words before these count as common. */
const RARE = 2000;

/**
 * Whether a story's title, a title that it has in another language, or the name of its author has the words. Where few
 * names and translated titles do, their stories are looked up by an index beside those of the title, which a join cannot:
 * so a word that is rare in 200,000 stories is found in some 20 ms instead of 1.5 s. Where many do, each story is asked
 * in the order of the list, which ends as soon as the page is full; to find them all first would take longer with
 * every story.
 */
async function namedLike(ctx: Ctx, like: string) {
  const { rows } = await sql<{ authors: string[]; stories: string[] }>`select
    array(select id from accounts where username ilike ${like} limit ${RARE + 1}) as authors,
    array(select story_id from translations
      where status = 'approved' and kind = 'story' and title ilike ${like} limit ${RARE + 1}) as stories`.execute(
    ctx.db,
  );
  const { authors, stories } = rows[0]!;
  if (Math.max(authors.length, stories.length) <= RARE) {
    return sql<boolean>`(s.title ilike ${like} or s.creator_id = any(${authors}::bigint[]) or s.id = any(${stories}::bigint[]))`;
  }
  // As a value and not as "exists", which the database would answer by finding all such titles first.
  return sql<boolean>`(s.title ilike ${like} or a.username ilike ${like} or (select bool_or(t.title ilike ${like})
    from translations t where t.story_id = s.id and t.status = 'approved' and t.kind = 'story'))`;
}

/** Published stories whose title, in any language, or author has the words, or all of them. */
export async function searchStories(ctx: Ctx, input: Search): Promise<Page<StoryCard>> {
  const { column, cast, kept, looks } = ORDER[input.sort];
  let query = ordered(ctx, input.sort);
  if (input.mode) query = query.where('s.mode', '=', input.mode);
  if (input.language) query = query.where('s.language', '=', input.language);
  if (input.category) query = query.where(sql<boolean>`s.categories @> array[${input.category}]::text[]`);
  if (input.q) query = query.where(await namedLike(ctx, `%${literal(input.q)}%`));
  const from = pairCursor(input.cursor);
  if (from) {
    if (!looks.test(from.value)) throw fieldError('cursor', 'invalid');
    const id = sql.ref(kept === 'st' ? 'st.story_id' : 's.id');
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, ${id}) < (${from.value}::${sql.raw(cast)}, ${from.id}::bigint)`,
    );
  }
  const rows: (CardRow & { key: string })[] = await query.limit(input.limit + 1).execute();
  const page = pageOf(
    rows,
    input.limit,
    (row) => toStoryCard(ctx, row),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.id),
  );
  const inLanguage = await cardsInLanguage(ctx, page.items, ctx.language);
  return { ...page, items: page.items.map(inLanguage) };
}

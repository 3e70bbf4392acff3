import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { cardsInLanguage, translatedInto } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTurn } from '../model/in-turn.ts';
import { HOME_SIZES } from '../model/sorts.ts';
import { type HomeCard, selectHomeCards, toHomeCard } from './home-cards.ts';

/** The stories of a language that were continued last, among which the popular ones are shown. Bounds the cost. */
const LOOKED_AT = 200;

export type ReadableCard = HomeCard & { readIn: Language };

/**
 * Returns popular stories that can be read in a language, originally or in translation. Titles are in that language,
 * unless it is that of the request: the caller translates them along with those of other lists.
 */
async function listReadableIn(ctx: Ctx, language: Language): Promise<ReadableCard[]> {
  const size = sql.lit(HOME_SIZES.mine);
  const written = sql`(select id from stories where language = ${language} and is_listed
    order by continued_at desc, id desc limit ${sql.lit(LOOKED_AT)})`;
  // Chosen before the cards are made, which looks up the last chapter of each.
  const chosen = sql<string>`(select st.story_id from story_stats st
    where st.story_id in (${written} union ${translatedInto(language)}) and st.listed
    order by st.trend desc, st.story_id desc limit ${size})`;
  const rows = await selectHomeCards(ctx)
    .where('s.id', 'in', chosen)
    .orderBy('st.trend', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
  const cards = rows.map((row) => ({ ...toHomeCard(ctx, row), readIn: language }));
  return language === ctx.language ? cards : cards.map(await cardsInLanguage(ctx, cards, language));
}

/** Lists stories that can be read in these languages: one of each language in turn, the most wanted one first. */
export async function listInLanguages(ctx: Ctx, languages: readonly Language[]): Promise<ReadableCard[]> {
  const lists = await Promise.all(languages.map((language) => listReadableIn(ctx, language)));
  return inTurn(lists, HOME_SIZES.mine);
}

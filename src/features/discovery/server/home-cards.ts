import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Standing } from '../contract.ts';

/** `selectCards`, with the state of stories that several members can write in, which so needs no statement of its own. */
export function selectHomeCards(ctx: Ctx) {
  return selectCards(ctx)
    .leftJoin('rounds as r', (join) => join.onRef('r.story_id', '=', 's.id').on('r.status', '<>', 'completed'))
    .select(['s.participant_limit', 'st.participants', 'r.number as round_number', 'r.status as round_status']);
}

export type HomeRow = Awaited<ReturnType<ReturnType<typeof selectHomeCards>['executeTakeFirstOrThrow']>>;

/** Returns the card of a row, with the state of its story. The state is null if only its creator can write. */
export function toHomeCard(ctx: Ctx, row: HomeRow) {
  const { participants: writers, participant_limit: places, round_number: number, round_status: status } = row;
  const round = number !== null && status !== null ? { number, status } : null;
  const standing: Standing | null = ctx.modeModels[row.mode].isShared ? { writers, places, round } : null;
  return { ...toStoryCard(ctx, row), standing };
}

export type HomeCard = ReturnType<typeof toHomeCard>;

/** Returns a card as the API has it. */
export function withoutStanding<C extends HomeCard>({ standing, ...card }: C): Omit<C, 'standing'> {
  return card;
}

/** Returns the states of these stories, by their ids. */
export function standingsOf(cards: readonly HomeCard[]): Record<string, Standing> {
  return Object.fromEntries(cards.flatMap(({ id, standing }) => (standing ? [[id, standing]] : [])));
}

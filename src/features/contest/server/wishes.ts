import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import type { Ctx } from '#platform/context.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To vote in a round. Accounts made after voting began can’t, but they can read there. Its id is that of the round. */
    vote: true;
    /** To write an entry for a round. Its id is that of the round. */
    enter: true;
  }
}

async function storyOfRound(ctx: Ctx, roundId: string): Promise<string | null> {
  if (!isId(roundId)) return null;
  const row = await ctx.db
    .selectFrom('rounds as r')
    .innerJoin('stories as s', 's.id', 'r.story_id')
    .where('r.id', '=', roundId)
    .where((eb) => eb.ref('s.is_public'))
    .select('s.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export const wishes = {
  vote: {
    async page(ctx: Ctx, roundId: string) {
      return (await storyOfRound(ctx, roundId)) ? to.voting({ roundId }) : null;
    },
  },
  enter: {
    async page(ctx: Ctx, roundId: string) {
      const storyId = await storyOfRound(ctx, roundId);
      return storyId && to.story({ storyId });
    },
  },
};

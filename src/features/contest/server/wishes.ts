import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import { publicStoryPage } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { storyIdOf } from './rounds.repo.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To vote in a round. Accounts made after voting began can’t, but they can read there. Its id is that of the round. */
    vote: true;
    /** To write an entry for a round. Its id is that of the round. */
    enter: true;
  }
}

/** Returns the page of the story of a round. Null if readers can’t see it. */
async function storyPage(ctx: Ctx, roundId: string): Promise<string | null> {
  const storyId = isId(roundId) ? await storyIdOf(ctx.db, roundId) : null;
  return storyId === null ? null : publicStoryPage(ctx, storyId);
}

export const wishes = {
  vote: { page: async (ctx: Ctx, roundId: string) => (await storyPage(ctx, roundId)) && to.voting({ roundId }) },
  enter: { page: storyPage },
};

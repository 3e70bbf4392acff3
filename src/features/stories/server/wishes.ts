import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import type { Ctx } from '#platform/context.ts';
import { isPublicStory } from '../model/story-policy.ts';
import { findStory } from './stories.repo.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To begin a story. Its id is always `new`. */
    begin: true;
  }
}

/** Returns the page of a story, where wishes about it are reopened. Null if readers can’t see it. */
export async function publicStoryPage(ctx: Ctx, storyId: string): Promise<string | null> {
  const story = isId(storyId) ? await findStory(ctx.db, storyId) : null;
  return story && isPublicStory(story.facts) ? to.story({ storyId }) : null;
}

export const wishes = { begin: { page: async () => to.editStory({ new: 1 }) } };

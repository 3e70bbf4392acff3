import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import { publicStoryPage } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To write in a story. Its id is that of the story, or `story.chapter` to continue that chapter. */
    write: true;
    /** To continue reading. Its id is `story.chapter`. */
    read_on: true;
  }
}

/** Returns whether readers can see a chapter. */
async function isShown(ctx: Ctx, storyId: string, chapterId: string): Promise<boolean> {
  const chapter = await ctx.db
    .selectFrom('chapters')
    .select('id')
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .where((eb) => eb.ref('is_readable'))
    .executeTakeFirst();
  return chapter !== undefined;
}

/** Returns the page of a chapter. If readers can’t see it, that of its story, or null if they can’t see that either. */
async function chapterPage(ctx: Ctx, id: string): Promise<string | null> {
  const [storyId = '', chapterId = ''] = id.split('.');
  const story = await publicStoryPage(ctx, storyId);
  if (!story || !isId(chapterId) || !(await isShown(ctx, storyId, chapterId))) return story;
  return to.chapter({ storyId, chapterId });
}

/** The button for writing is on the page of the chapter to continue, never in the editor. */
export const wishes = { write: { page: chapterPage }, read_on: { page: chapterPage } };

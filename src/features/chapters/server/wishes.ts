import { type RawBuilder, sql } from 'kysely';
import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import { publicStoryPage } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { isContinuable } from './chapters.queries.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To write in a story. Its id is that of the story, or `story.chapter` to continue that chapter. */
    write: true;
    /** To continue reading. Its id is `story.chapter`. */
    read_on: true;
  }
}

/**
 * Returns the page of a chapter that fulfills the condition. Otherwise that of its story, or null if readers can’t see that
 * either.
 */
async function chapterPage(ctx: Ctx, id: string, condition: RawBuilder<boolean>): Promise<string | null> {
  const [storyId = '', chapterId = ''] = id.split('.');
  const story = await publicStoryPage(ctx, storyId);
  if (!story || !isId(chapterId)) return story;
  const chapter = await ctx.db
    .selectFrom('chapters')
    .select('id')
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .where((eb) => eb.ref('is_public'))
    .where(condition)
    .executeTakeFirst();
  return chapter ? to.chapter({ storyId, chapterId }) : story;
}

/** The button for writing is on the page of the chapter to continue, never in the editor. */
export const wishes = {
  write: { page: (ctx: Ctx, id: string) => chapterPage(ctx, id, isContinuable('chapters')) },
  read_on: { page: (ctx: Ctx, id: string) => chapterPage(ctx, id, sql`is_readable`) },
};

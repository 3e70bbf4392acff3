import { isId } from '#core/ids.ts';
import { to } from '#core/pages.ts';
import type { Ctx } from '#platform/context.ts';
import { findThankedChapter } from './thanks.queries.ts';

declare module '#features/accounts/model/wish.ts' {
  interface WishKinds {
    /** To thank the author of a chapter. Its id is that of the chapter. */
    thank: true;
  }
}

/** Returns the page of the chapter, where its author can be thanked. Null if readers can’t see it. */
async function page(ctx: Ctx, chapterId: string): Promise<string | null> {
  const chapter = isId(chapterId) ? await findThankedChapter(ctx.db, chapterId) : null;
  return chapter && `${to.chapter({ storyId: chapter.storyId, chapterId })}#end`;
}

export const wishes = { thank: { page } };

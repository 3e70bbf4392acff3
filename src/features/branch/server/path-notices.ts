import type { WritingModeOnServer } from '#features/chapters/server/index.ts';
import { notify } from '#features/messages/server/index.ts';

/**
 * Notifies the author of the continued chapter and the creator of the story of a new chapter. Each gets one notice, and
 * none about a chapter of their own.
 */
export const notifyOfPath: WritingModeOnServer['onPublished'] = async (ctx, chapter) => {
  const { id, parentId, storyId, story, facts, copy } = chapter;
  if (parentId === null) return;
  const {
    author_id: parentAuthorId,
    parent,
    ...author
  } = await ctx.db
    .selectFrom('chapters as p')
    .innerJoin('accounts as a', (join) => join.on('a.id', '=', facts.authorId))
    .where('p.id', '=', parentId)
    .select(['p.author_id', 'p.title as parent', 'a.username as user', 'a.slug', 'a.id as user_id'])
    .executeTakeFirstOrThrow();
  const params = { story: story.published.title, chapter: copy.title, ...author };
  const about = { from: facts.authorId, storyId, chapterId: id };
  if (parentAuthorId !== facts.authorId)
    await notify(ctx, 'path_continued', { to: parentAuthorId, params: { ...params, parent: parent ?? '' }, ...about });
  const { creatorId } = story.facts;
  if (creatorId !== facts.authorId && creatorId !== parentAuthorId)
    await notify(ctx, 'path_added', { to: creatorId, params, ...about });
};

import { AppError } from '#core/errors.ts';
import { profileTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import type { Restrictable } from '#features/moderation/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { textWithAddresses } from '../model/document.ts';
import { type ChapterRecord, moveChapter } from './chapters.repo.ts';
import { lockStoryThenChapter } from './publication.ts';

/**
 * Chapters as the subject of reports and restrictions. A hidden chapter keeps its number and stays counted, so its
 * neighbors stay linked. A pending edit stays in review, and is published without showing the chapter.
 */
export const chapterRestrictable: Restrictable = {
  async find({ db }, id) {
    const row = await db
      .selectFrom('chapters as c')
      .innerJoin('chapter_texts as t', 't.chapter_id', 'c.id')
      .innerJoin('stories as s', 's.id', 'c.story_id')
      .where('c.id', '=', id)
      .where((eb) => eb.ref('c.is_public'))
      .where('s.deleted_at', 'is', null)
      .select(['c.author_id', 'c.is_readable', 'c.title', 'c.summary', 'c.choice', 'c.story_id', 't.document'])
      .select(['s.title as story_title', 's.language', 's.is_public'])
      .executeTakeFirst();
    if (!row) return null;
    const title = row.title ?? '';
    return {
      kind: 'chapter',
      id,
      ownerId: row.author_id,
      title,
      language: row.language,
      storyId: row.story_id,
      chapterId: id,
      names: { story: row.story_title ?? '', chapter: title },
      isPublic: row.is_readable && row.is_public,
      texts: [
        { field: 'chapter_title', text: title },
        ...(row.choice ? [{ field: 'choice', text: row.choice }] : []),
        { field: 'summary', text: row.summary ?? '' },
        { field: 'content', text: textWithAddresses(row.document) },
      ],
    };
  },

  async restrict(ctx, id, { reason, rule }) {
    const chapter = await lockStoryThenChapter(ctx, id);
    if (!chapter || chapter.facts.deleted || chapter.facts.story.deleted) throw new AppError('target_not_found');
    await move(ctx, chapter, 'hide', reason);
    await notifyCreator(ctx, chapter, { about: 'chapter_hidden', rule });
  },

  async lift(ctx, id, { reason }) {
    const chapter = await lockStoryThenChapter(ctx, id);
    if (!chapter || chapter.facts.deleted || chapter.facts.story.deleted) return false;
    await move(ctx, chapter, 'unhide', reason);
    await notifyCreator(ctx, chapter, { about: 'chapter_shown' });
    return true;
  },
};

async function move(ctx: Ctx, chapter: ChapterRecord, action: 'hide' | 'unhide', reason: string): Promise<void> {
  await moveChapter(ctx.db, chapter, action, { actorId: ctx.actor?.id ?? null, reason });
  await invalidateCacheTags(ctx, storyTag(chapter.storyId), profileTag(chapter.facts.authorId), HOME_TAG);
  const change = { storyId: chapter.storyId, chapterId: chapter.id };
  await emit(ctx, action === 'hide' ? 'chapter.hidden' : 'chapter.shown', change);
}

/** Notifies the story’s creator about chapters of others. */
async function notifyCreator(
  ctx: Ctx,
  { id, storyId, story, facts }: ChapterRecord,
  said: { about: 'chapter_hidden'; rule: string } | { about: 'chapter_shown' },
): Promise<void> {
  const { creatorId } = facts.story;
  if (creatorId === facts.authorId) return;
  await notify(ctx, {
    to: creatorId,
    type: 'system_notice',
    storyId,
    chapterId: id,
    params: { ...said, story: story.published.title, chapter: await publicTitle(ctx, id) },
  });
}

/** Reads the published title, because an unpublished edit may have another one. */
async function publicTitle({ db }: Ctx, id: string): Promise<string> {
  const row = await db.selectFrom('chapters').select('title').where('id', '=', id).executeTakeFirst();
  return row?.title ?? '';
}

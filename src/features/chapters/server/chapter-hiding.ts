import { AppError } from '#core/errors.ts';
import { notify } from '#features/messages/server/index.ts';
import { type Restrictable, restrictedSince } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { textWithAddresses } from '../model/document.ts';
import { type ChapterRecord, moveChapter } from './chapters.repo.ts';
import { lockStoryThenChapter } from './publication.ts';
import { changeShown, emptyTakenDown, publicTitle } from './shown.ts';

/**
 * Chapters as the subject of reports and restrictions. A hidden chapter keeps its number and stays counted, so its
 * neighbors stay linked. A pending edit stays in review, and is published without showing the chapter. A chapter that its
 * author has taken down can be hidden too, so that publishing it again doesn’t show it.
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
    if (chapter.facts.takenDown) await ensureNotHidden(ctx, id);
    else await move(ctx, chapter, 'hide', reason);
    await notifyCreator(ctx, chapter, rule);
  },

  async lift(ctx, id, { reason }) {
    const chapter = await lockStoryThenChapter(ctx, id);
    if (!chapter || chapter.facts.deleted || chapter.facts.story.deleted) return false;
    if (chapter.facts.takenDown) {
      // Only its author can show it again. Without a draft, their account was erased, and the text stayed for the decision.
      if (chapter.facts.editStatus === null) await emptyTakenDown(ctx, chapter);
      return true;
    }
    await move(ctx, chapter, 'unhide', reason);
    await notifyCreator(ctx, chapter, null);
    return true;
  },
};

async function move(ctx: Ctx, chapter: ChapterRecord, action: 'hide' | 'unhide', reason: string): Promise<void> {
  await moveChapter(ctx.db, chapter, action, { actorId: ctx.actor?.id ?? null, reason });
  await changeShown(ctx, chapter, action === 'hide' ? 'chapter.hidden' : 'chapter.shown');
}

/** Throws wrong_state if a moderator has hidden the chapter already. One that is taken down doesn’t show it by its status. */
async function ensureNotHidden({ db }: Ctx, chapterId: string): Promise<void> {
  if ((await restrictedSince(db, 'hide_chapter', chapterId)) !== null) throw new AppError('wrong_state');
}

/** Notifies the story’s creator that a chapter of someone else was hidden, for this rule, or shown again (null). */
async function notifyCreator(ctx: Ctx, chapter: ChapterRecord, hiddenFor: string | null): Promise<void> {
  const { id: chapterId, storyId, story, facts } = chapter;
  const { creatorId: to } = facts.story;
  if (to === facts.authorId) return;
  const params = { story: story.published.title, chapter: await publicTitle(ctx, chapterId) };
  if (hiddenFor === null) await notify(ctx, 'chapter_shown', { to, storyId, chapterId, params });
  else await notify(ctx, 'chapter_hidden', { to, storyId, chapterId, params: { ...params, rule: hiddenFor } });
}

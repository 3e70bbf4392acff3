import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { profileTag, userTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { fingerprint } from '#features/moderation/model/screening/fingerprint.ts';
import { getReviewState, type PublishedTexts, type ReviewSubject } from '#features/moderation/server/index.ts';
import { countChapters } from '#features/participation/server/index.ts';
import { countPublished, HOME_TAG, lockStory, recordChapter, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { isUnderReview } from '../model/chapter-policy.ts';
import { type ChapterDocument, plainText, textWithAddresses } from '../model/document.ts';
import { reviewedFields } from './chapter-columns.ts';
import {
  type ChapterRecord,
  findChapter,
  lockCopy,
  lockInStory,
  moveChapter,
  moveChapterEdit,
  storyOf,
} from './chapters.repo.ts';
import { publishCopy } from './publication.repo.ts';
import { changeShown, endTakenDown, tellCoWriters } from './shown.ts';

/**
 * Whether the edit of a published chapter is in review. Uses the edit status, because the chapter may have been hidden
 * since.
 */
const isEditOf = (chapter: ChapterRecord) => chapter.facts.editStatus === 'pending';

/**
 * Publishes the reviewed working copy and updates the counters. A hidden chapter gets its new text and stays hidden,
 * because showing it again is a separate decision, unless its author had taken it down. Returns whether readers see it.
 */
async function publish(ctx: Ctx, chapter: ChapterRecord): Promise<boolean> {
  const { copy } = chapter;
  const isEdit = isEditOf(chapter);
  // First, because translators are only notified of changes to texts that can be read.
  const isBack = chapter.facts.takenDown && (await endTakenDown(ctx, chapter));
  const isHidden = chapter.facts.status === 'hidden' && !isBack;
  const actorId = ctx.actor?.id ?? null;
  if (isEdit) await notifyOfChange(ctx, chapter);
  const before = isEdit ? await publishedText(ctx.db, chapter.id) : null;
  const bands = fingerprint(plainText(copy.document));
  const publishedAt = await publishCopy(ctx.db, chapter, { isEdit, actorId, bands });
  await invalidateCacheTags(ctx, storyTag(chapter.storyId), HOME_TAG);
  if (!isEdit) await appear(ctx, chapter, publishedAt);
  else {
    const units = copy.units - (before?.units ?? 0);
    await countPublished(ctx.db, chapter.storyId, { chapters: 0, units, listed: true });
  }
  const { id: chapterId, storyId, facts } = chapter;
  await emit(ctx, 'chapter.published', {
    storyId,
    chapterId,
    authorId: facts.authorId,
    isHidden,
    before: before?.document ?? null,
    next: copy.document,
  });
  if (isBack) {
    await changeShown(ctx, chapter, 'chapter.shown');
    await tellCoWriters(ctx, chapter, 'chapter_published_again');
  }
  return !isHidden;
}

/** Updates everything that depends on the number of chapters, and lets the mode continue. */
async function appear(ctx: Ctx, chapter: ChapterRecord, publishedAt: Date): Promise<void> {
  await invalidateCacheTags(ctx, profileTag(chapter.facts.authorId));
  const story = await recordChapter(ctx.db, chapter.storyId, { publishedAt, units: chapter.copy.units });
  await countChapters(ctx.db, chapter.storyId, chapter.facts.authorId, 1);
  // With its first chapter, the story appears in its creator’s list.
  if (story.isFirst) await invalidateCacheTags(ctx, userTag(story.creatorId));
  await ctx.modes[chapter.story.mode].onPublished(ctx, chapter);
}

/** Reads the text that an edit is about to replace. */
async function publishedText(db: Db, id: string): Promise<{ units: number; document: ChapterDocument }> {
  const { units, document } = await db
    .selectFrom('chapters as c')
    .innerJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .where('c.id', '=', id)
    .select(['c.units', 't.document'])
    .executeTakeFirstOrThrow();
  return { units: units ?? 0, document };
}

/** Notifies the features that depend on the published text that it is about to change. */
async function notifyOfChange(ctx: Ctx, { id, storyId, copy, isMinorEdit }: ChapterRecord): Promise<void> {
  const { title, summary, choice, document } = copy;
  await emit(ctx, 'chapter.text_changing', {
    storyId,
    chapterId: id,
    isMinorEdit,
    next: { title, summary, choice: choice || null, document },
  });
}

/** Returns a pending chapter or edit to its author for editing. */
export async function returnToAuthor(
  ctx: Ctx,
  chapter: ChapterRecord,
  action: 'withdraw' | 'reject',
  reason?: string,
): Promise<void> {
  const actorId = ctx.actor?.id ?? null;
  if (isEditOf(chapter)) {
    await moveChapterEdit(ctx.db, chapter, action, actorId);
    return;
  }
  await moveChapter(ctx.db, chapter, action, { actorId, ...(reason ? { reason } : {}) });
  await ctx.modes[chapter.story.mode].onReturned(ctx, chapter, action);
}

/** Locks the chapter if it is approved and is only waiting for its turn to be published. Otherwise returns null. */
async function approvedWaiting(ctx: Ctx, chapterId: string): Promise<ChapterRecord | null> {
  if ((await getReviewState(ctx, 'chapter', chapterId))?.state !== 'approved') return null;
  return lockInStory(ctx.db, chapterId);
}

/**
 * Publishes the chapter if all preceding ones are public, notifies its author, then publishes the chapters that were
 * waiting for it.
 */
export async function publishInOrder(ctx: Ctx, first: ChapterRecord, notifyFirst = true): Promise<void> {
  const { order } = ctx.modes[first.story.mode];
  let chapter: ChapterRecord | null = first;
  while (chapter && (isEditOf(chapter) || (await order.mayAppear(ctx.db, chapter)))) {
    const isShown = await publish(ctx, chapter);
    if (!isShown) await notifyOfHiddenEdit(ctx, chapter);
    else if (chapter !== first || notifyFirst) await notifyAuthor(ctx, chapter, 'chapter_approved');
    const following: string | null = await order.nextWaiting(ctx.db, chapter);
    chapter = following === null ? null : await approvedWaiting(ctx, following);
  }
}

/** Closes the gap left by a removed chapter, and publishes the chapter that was waiting for it. */
export async function closeGap(
  ctx: Ctx,
  { storyId, story }: Pick<ChapterRecord, 'storyId' | 'story'>,
  number: number,
): Promise<void> {
  const following = await ctx.modes[story.mode].order.closeGap(ctx, storyId, number);
  const chapter = following === null ? null : await approvedWaiting(ctx, following);
  // The member who closed the gap didn’t decide about this chapter.
  if (chapter) await publishInOrder({ ...ctx, actor: null }, chapter);
}

async function notifyAuthor(
  ctx: Ctx,
  chapter: ChapterRecord,
  kind: 'chapter_approved' | 'chapter_rejected',
  why: { reason?: string; rule?: string } = {},
): Promise<void> {
  await notify(ctx, kind, {
    to: chapter.facts.authorId,
    storyId: chapter.storyId,
    chapterId: chapter.id,
    params: { story: chapter.story.published.title, chapter: chapter.copy.title, ...why },
  });
}

/** Tells the author that the edit was approved but the chapter is still hidden. */
async function notifyOfHiddenEdit(ctx: Ctx, chapter: ChapterRecord): Promise<void> {
  await notify(ctx, 'hidden_edit_passed', {
    to: chapter.facts.authorId,
    storyId: chapter.storyId,
    chapterId: chapter.id,
    params: { story: chapter.story.published.title, chapter: chapter.copy.title },
  });
}

/** Locks the story before its chapter. All use cases lock in this order, because the story orders its chapters. */
export async function lockStoryThenChapter(ctx: Ctx, chapterId: string): Promise<ChapterRecord | null> {
  return (await lockStory(ctx.db, storyOf(chapterId))) ? lockInStory(ctx.db, chapterId) : null;
}

/** How chapters are reviewed. */
export const chapterReviewSubject: ReviewSubject = {
  screen: 'review',
  async lock(ctx, chapterId, version) {
    const story = await lockStory(ctx.db, storyOf(chapterId));
    // A submitted text is a working copy.
    const chapter = story && (await lockCopy(ctx.db, chapterId));
    if (!chapter || !isUnderReview(chapter.facts) || chapter.copy.version !== version) return null;
    return {
      approve: () => publishInOrder(ctx, chapter),
      async reject(reason, rule) {
        await returnToAuthor(ctx, chapter, 'reject', reason);
        await notifyAuthor(ctx, chapter, 'chapter_rejected', { reason, ...(rule ? { rule } : {}) });
      },
    };
  },
  async material(ctx, chapterId, version) {
    const chapter = await findChapter(ctx.db, chapterId);
    if (!chapter || !isUnderReview(chapter.facts) || chapter.copy.version !== version) return null;
    return {
      title: chapter.story.published.title,
      texts: reviewTexts(ctx, chapter),
      coverKey: null,
      language: chapter.story.published.language,
      isMinorEdit: chapter.isMinorEdit,
    };
  },
};

export function reviewTexts({ chapterFields }: Ctx, { copy }: ChapterRecord): { field: string; text: string }[] {
  return [...reviewedFields(chapterFields, copy), { field: 'content', text: textWithAddresses(copy.document) }];
}

/** Published texts, in which the pre-review looks for copies. */
export const publishedTexts: PublishedTexts = {
  async findSimilar({ db }, { bands, notOfStory, limit }) {
    // Join the texts only after the search. Otherwise the planner, which expects every 13th chapter to share a band,
    // would read all texts. The story’s state is a subquery for the same reason.
    const rows = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('text_fingerprints as f')
          .where(sql<boolean>`f.bands && ${sql.val(bands)}::integer[]`)
          .where('f.story_id', '!=', notOfStory)
          .where(sql<boolean>`(select s.deleted_at is null from stories s where s.id = f.story_id)`)
          .select(['f.chapter_id', 'f.story_id'])
          .select(
            sql<number>`cardinality(array(select unnest(f.bands) intersect select unnest(${sql.val(bands)}::integer[])))`.as(
              'common',
            ),
          )
          .orderBy('common', 'desc')
          .orderBy('f.chapter_id')
          .limit(limit)
          .as('similar'),
      )
      .innerJoin('chapter_texts as t', 't.chapter_id', 'similar.chapter_id')
      .select(['similar.chapter_id', 'similar.story_id', 't.document'])
      .orderBy('common', 'desc')
      .orderBy('similar.chapter_id')
      .execute();
    return rows.map((row) => ({
      text: plainText(row.document),
      path: to.chapter({ storyId: row.story_id, chapterId: row.chapter_id }),
    }));
  },
};

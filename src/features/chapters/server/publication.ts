import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { profileTag, userTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { fingerprint } from '#features/moderation/model/screening/fingerprint.ts';
import { getReviewState, type PublishedTexts, type ReviewSubject } from '#features/moderation/server/index.ts';
import { countChapter } from '#features/participation/server/index.ts';
import { HOME_TAG, lockStory, moveEdit, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { isUnderReview } from '../model/chapter-policy.ts';
import { plainText, textWithAddresses } from '../model/document.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { type ChapterRecord, findChapter, lockChapter, lockFacts, moveChapter } from './chapters.repo.ts';

/** What waits is the edit of a published chapter. Its status does not say so: the chapter may have been hidden meanwhile. */
const isEditOf = (chapter: ChapterRecord) => chapter.facts.editStatus === 'pending';

/**
 * Makes the reviewed working copy the text that the world reads, and counts it. A hidden chapter gets its new text and
 * stays hidden: whether it is shown again is another decision.
 */
async function publish(ctx: ChapterCtx, chapter: ChapterRecord): Promise<void> {
  const { copy } = chapter;
  const isEdit = isEditOf(chapter);
  const actorId = ctx.actor?.id ?? null;
  if (isEdit) await notifyOfChange(ctx, chapter);
  const unitsBefore = isEdit ? await publishedUnits(ctx.db, chapter.id) : 0;
  const { published_at: publishedAt } = await ctx.db
    .updateTable('chapters')
    .set({
      title: copy.title,
      summary: copy.summary,
      choice: copy.choice || null,
      units: copy.units,
      published_at: sql<Date>`coalesce(published_at, db_clock())`,
    })
    .where('id', '=', chapter.id)
    .returning('published_at')
    .executeTakeFirstOrThrow();
  await sql`insert into chapter_texts (chapter_id, story_id, revision, document)
    values (${chapter.id}, ${chapter.storyId}, 1, ${JSON.stringify(copy.document)}::jsonb)
    on conflict (chapter_id) do update set revision = chapter_texts.revision + 1, document = excluded.document`.execute(
    ctx.db,
  );
  await ctx.db.deleteFrom('chapter_drafts').where('chapter_id', '=', chapter.id).execute();
  if (isEdit) await moveEdit(ctx.db, 'chapter', chapter, 'end', actorId);
  else await moveChapter(ctx.db, chapter, 'approve', { actorId });
  await keepFingerprint(ctx.db, chapter);
  await ctx.db
    .updateTable('story_stats')
    .set((eb) => ({
      units: eb('units', '+', String(copy.units - unitsBefore)),
      chapters: eb('chapters', '+', isEdit ? 0 : 1),
      listed: true,
    }))
    .where('story_id', '=', chapter.storyId)
    .execute();
  await invalidateCacheTags(ctx, storyTag(chapter.storyId), HOME_TAG);
  if (isEdit) return;
  await invalidateCacheTags(ctx, profileTag(chapter.facts.authorId));
  await countChapter(ctx, chapter.storyId, chapter.facts.authorId);
  const story = await ctx.db
    .updateTable('stories')
    .set((eb) => ({ listed_at: eb.fn.coalesce('listed_at', eb.val(publishedAt)), continued_at: publishedAt }))
    .where('id', '=', chapter.storyId)
    .returning((eb) => ['creator_id', eb('listed_at', '=', eb.ref('continued_at')).as('is_first')])
    .executeTakeFirstOrThrow();
  // From its first chapter on it stands in the list of its creator.
  if (story.is_first) await invalidateCacheTags(ctx, userTag(story.creator_id));
  await ctx.modes[chapter.mode].onPublished(ctx, chapter);
}

async function publishedUnits(db: Db, id: string): Promise<number> {
  const row = await db.selectFrom('chapters').select('units').where('id', '=', id).executeTakeFirstOrThrow();
  return row.units ?? 0;
}

/** What was made from the text that is public until now hears of the next one. */
async function notifyOfChange(ctx: ChapterCtx, { id, storyId, copy, isMinorEdit }: ChapterRecord): Promise<void> {
  const { title, summary, choice, document } = copy;
  await ctx.chapterEffects.textChanging(ctx, {
    storyId,
    chapterId: id,
    isMinorEdit,
    next: { title, summary, choice: choice || null, document },
  });
}

/** Ends what waits in favour of its author, who can go on writing on it: the chapter, or its edit. */
export async function returnToAuthor(
  ctx: ChapterCtx,
  chapter: ChapterRecord,
  action: 'withdraw' | 'reject',
  reason?: string,
): Promise<void> {
  const actorId = ctx.actor?.id ?? null;
  if (isEditOf(chapter)) return moveEdit(ctx.db, 'chapter', chapter, action, actorId);
  await moveChapter(ctx.db, chapter, action, { actorId, ...(reason ? { reason } : {}) });
  await ctx.modes[chapter.mode].onReturned(ctx, chapter, action);
}

async function keepFingerprint(db: Db, chapter: ChapterRecord): Promise<void> {
  const bands = fingerprint(plainText(chapter.copy.document));
  if (!bands) return;
  await db
    .insertInto('text_fingerprints')
    .values({ chapter_id: chapter.id, story_id: chapter.storyId, author_id: chapter.facts.authorId, bands })
    .onConflict((conflict) => conflict.column('chapter_id').doUpdateSet({ bands }))
    .execute();
}

/** The chapter, when it is approved and only waits for its turn to appear. */
async function approvedWaiting(ctx: Ctx, chapterId: string): Promise<ChapterRecord | null> {
  if ((await getReviewState(ctx, 'chapter', chapterId))?.state !== 'approved') return null;
  return lockChapter(ctx.db, chapterId);
}

/** Publishes the chapter if its turn has come, tells its author, and lets those that waited for it follow. */
export async function publishInOrder(ctx: ChapterCtx, first: ChapterRecord, notifyFirst = true): Promise<void> {
  const { order } = ctx.modes[first.mode];
  let chapter: ChapterRecord | null = first;
  while (chapter && (isEditOf(chapter) || (await order.mayAppear(ctx.db, chapter)))) {
    await publish(ctx, chapter);
    if (chapter.facts.status === 'hidden') await notifyOfHiddenEdit(ctx, chapter);
    else if (chapter !== first || notifyFirst) await notifyAuthor(ctx, chapter, 'chapter_approved');
    const following: string | null = await order.nextWaiting(ctx.db, chapter);
    chapter = following === null ? null : await approvedWaiting(ctx, following);
  }
}

/** Gives a place free whose chapter has left it already, and publishes the one that waited for that. */
export async function closeGap(
  ctx: ChapterCtx,
  { storyId, mode }: Pick<ChapterRecord, 'storyId' | 'mode'>,
  number: number,
): Promise<void> {
  const following = await ctx.modes[mode].order.closeGap(ctx, storyId, number);
  const chapter = following === null ? null : await approvedWaiting(ctx, following);
  // Whoever made room did not decide about it.
  if (chapter) await publishInOrder({ ...ctx, actor: null }, chapter);
}

async function notifyAuthor(
  ctx: Ctx,
  chapter: ChapterRecord,
  type: 'chapter_approved' | 'chapter_rejected',
  why: { reason?: string; rule?: string } = {},
): Promise<void> {
  await notify(ctx, {
    to: chapter.facts.authorId,
    type,
    storyId: chapter.storyId,
    chapterId: chapter.id,
    params: { story: chapter.storyTitle, chapter: chapter.copy.title, ...why },
  });
}

/** Nobody reads it yet: that it is hidden is another decision, and still holds. */
async function notifyOfHiddenEdit(ctx: Ctx, chapter: ChapterRecord): Promise<void> {
  await notify(ctx, {
    to: chapter.facts.authorId,
    type: 'system_notice',
    storyId: chapter.storyId,
    chapterId: chapter.id,
    params: { about: 'hidden_edit_passed', story: chapter.storyTitle, chapter: chapter.copy.title },
  });
}

/** Locks the story before its chapter, the order that every use-case keeps: the story orders the places of its chapters. */
export async function lockStoryThenChapter(ctx: Ctx, chapterId: string): Promise<ChapterRecord | null> {
  return (await lockStoryOf(ctx.db, chapterId)) ? lockChapter(ctx.db, chapterId) : null;
}

/** False when there is no such chapter. */
async function lockStoryOf(db: Db, chapterId: string): Promise<boolean> {
  const known = await db.selectFrom('chapters').select('story_id').where('id', '=', chapterId).executeTakeFirst();
  if (known) await lockStory(db, known.story_id);
  return known !== undefined;
}

/** How chapters are reviewed. */
export const chapterReviewSubject: ReviewSubject<ChapterCtx> = {
  async lock(ctx, chapterId, version) {
    const chapter = (await lockStoryOf(ctx.db, chapterId)) ? await lockFacts(ctx.db, chapterId) : null;
    return chapter !== null && isUnderReview(chapter.facts) && chapter.version === version;
  },
  async material(ctx, chapterId, version) {
    const chapter = await findChapter(ctx.db, chapterId);
    if (!chapter || !isUnderReview(chapter.facts) || chapter.copy.version !== version) return null;
    return {
      title: chapter.storyTitle,
      texts: reviewTexts(chapter),
      coverKey: null,
      language: chapter.language,
      isMinorEdit: chapter.isMinorEdit,
    };
  },
  async approve(ctx: ChapterCtx, chapterId) {
    const chapter = await lockStoryThenChapter(ctx, chapterId);
    if (chapter) await publishInOrder(ctx, chapter);
  },
  async reject(ctx: ChapterCtx, chapterId, reason, rule) {
    const chapter = await lockStoryThenChapter(ctx, chapterId);
    if (!chapter) return;
    await returnToAuthor(ctx, chapter, 'reject', reason);
    await notifyAuthor(ctx, chapter, 'chapter_rejected', { reason, ...(rule ? { rule } : {}) });
  },
};

export function reviewTexts(chapter: ChapterRecord): { field: string; text: string }[] {
  const { copy } = chapter;
  return [
    { field: 'chapter_title', text: copy.title },
    ...(copy.choice ? [{ field: 'choice', text: copy.choice }] : []),
    { field: 'summary', text: copy.summary },
    { field: 'content', text: textWithAddresses(copy.document) },
  ];
}

/** Published texts for the pre-review's look for copies. */
export const publishedTexts: PublishedTexts = {
  async findSimilar({ db }, { bands, notOfStory, limit }) {
    // Found first, and joined with their texts only then: the database expects every thirteenth chapter to have a band in
    // common and would read the texts of all. That is also why the story is asked for one by one.
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

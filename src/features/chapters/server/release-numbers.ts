import { withdrawReview } from '#features/moderation/server/index.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { lockChapter, moveChapter } from './chapters.repo.ts';
import { closeGap } from './publication.ts';

/**
 * Takes the places from what one author has not published in a story, and takes it back from review: whoever may no longer
 * write there keeps the text, and nobody waits for it. Within the open transaction, with the story locked. The mode that
 * calls this is not told of it.
 */
export async function releaseNumbers(ctx: ChapterCtx, storyId: string, authorId: string): Promise<void> {
  const places = await ctx.db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('author_id', '=', authorId)
    .where('number', 'is not', null)
    .where('status', 'in', ['draft', 'pending', 'rejected'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const left = [];
  for (const { id } of places) {
    const chapter = await lockChapter(ctx.db, id);
    if (!chapter) continue;
    left.push(chapter);
    if (chapter.facts.status !== 'pending') continue;
    await withdrawReview(ctx, 'chapter', id);
    await moveChapter(ctx.db, chapter, 'withdraw', { actorId: ctx.actor?.id ?? null });
  }
  const [first] = left;
  if (!first) return;
  await ctx.db
    .updateTable('chapters')
    .set({ number: null })
    .where(
      'id',
      'in',
      left.map(({ id }) => id),
    )
    .execute();
  // Only when all of them have left is it known what stands before those behind.
  await closeGap(ctx, first, Math.min(...left.map(({ number }) => number!)));
}

import { withdrawReview } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { clearNumbers, lockChapter, moveChapter } from './chapters.repo.ts';
import { closeGap } from './publication.ts';

/**
 * Clears the numbers of an author’s unpublished chapters in a story and withdraws them from review. For authors who can
 * no longer write there: they keep their texts, and no chapter waits for them. Requires an open transaction and the
 * story lock. Doesn’t call the hooks of the mode.
 */
export async function releaseNumbers(ctx: Ctx, storyId: string, authorId: string): Promise<void> {
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
  const ids = left.map(({ id }) => id);
  await clearNumbers(ctx.db, ids);
  // Close the gap only after all of them have left, so that the order of the following chapters is known.
  await closeGap(ctx, first, Math.min(...left.map(({ number }) => number!)));
}

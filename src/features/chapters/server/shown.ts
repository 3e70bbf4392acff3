import { sql } from 'kysely';
import { profileTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { restrictedSince } from '#features/moderation/server/index.ts';
import { coWritersOf } from '#features/participation/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { type ChapterRecord, forgetTakenDown, moveChapter } from './chapters.repo.ts';

/** What hiding chapters and taking them down have in common, and how the latter ends. */

/** Updates what shows the chapter, after its status has changed. */
export async function changeShown(
  ctx: Ctx,
  { id: chapterId, storyId, facts }: ChapterRecord,
  event: 'chapter.hidden' | 'chapter.shown',
): Promise<void> {
  await invalidateCacheTags(ctx, storyTag(storyId), profileTag(facts.authorId), HOME_TAG);
  await emit(ctx, event, { storyId, chapterId });
}

/** Hides a published chapter from readers for its author. */
export async function markTakenDown(ctx: Ctx, chapter: ChapterRecord): Promise<void> {
  const by = { actorId: ctx.actor?.id ?? null };
  await moveChapter(ctx.db, chapter, 'take_down', by, { taken_down_at: sql<Date>`db_clock()` });
  await changeShown(ctx, chapter, 'chapter.hidden');
}

/**
 * Ends that a chapter is taken down. Returns true if readers see it again. If a moderator has hidden it since, it stays
 * hidden until that decision is reversed.
 */
export async function endTakenDown({ db, actor }: Ctx, chapter: ChapterRecord): Promise<boolean> {
  if ((await restrictedSince(db, 'hide_chapter', chapter.id)) !== null) {
    await forgetTakenDown(db, chapter.id);
    return false;
  }
  await moveChapter(db, chapter, 'publish_again', { actorId: actor?.id ?? null }, { taken_down_at: null });
  return true;
}

/** Notifies the other writers of the story. */
export async function tellCoWriters(
  ctx: Ctx,
  { id: chapterId, storyId, story, facts }: ChapterRecord,
  kind: 'chapter_taken_down' | 'chapter_published_again',
): Promise<void> {
  const to = await coWritersOf(ctx.db, storyId, facts.authorId);
  const params = { story: story.published.title, chapter: await publicTitle(ctx, chapterId) };
  await notify(ctx, kind, { to, storyId, chapterId, params });
}

/** Reads the published title, because an unpublished edit may have another one. */
export async function publicTitle({ db }: Pick<Ctx, 'db'>, id: string): Promise<string> {
  const row = await db.selectFrom('chapters').select('title').where('id', '=', id).executeTakeFirst();
  return row?.title ?? '';
}

import { sql } from 'kysely';
import { profileTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { restrictedSince } from '#features/moderation/server/index.ts';
import { coWritersOf } from '#features/participation/server/index.ts';
import { countPublished, HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { emptyPublished } from './chapter-erasure.repo.ts';
import { type ChapterRecord, forgetTakenDown, moveChapter } from './chapters.repo.ts';

/** What hiding chapters and taking them down share, and how taking down begins and ends. */

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
 * Makes a chapter that was taken down visible again, and returns true. If a moderator has hidden it since, it stays hidden
 * until that decision is reversed, and this returns false.
 */
export async function endTakenDown({ db, actor }: Ctx, chapter: ChapterRecord): Promise<boolean> {
  if ((await restrictedSince(db, 'hide_chapter', chapter.id)) !== null) {
    await forgetTakenDown(db, chapter.id);
    return false;
  }
  await moveChapter(db, chapter, 'publish_again', { actorId: actor?.id ?? null }, { taken_down_at: null });
  return true;
}

/**
 * Deletes the text of a chapter that its author has taken down, which is a draft to them, with their account. Its place
 * stays, because others may have continued it.
 */
export async function emptyTakenDown(ctx: Ctx, { id: chapterId, storyId }: ChapterRecord): Promise<void> {
  await emit(ctx, 'chapter.emptied', { storyId, chapterId });
  const units = await emptyPublished(ctx.db, chapterId);
  await countPublished(ctx.db, storyId, { chapters: 0, units: -units });
  // Its length is no longer part of the story’s.
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
}

/**
 * Notifies the other writers of the story: of each kind once a day, because a chapter can be taken down and published
 * again many times.
 */
export async function tellCoWriters(
  ctx: Ctx,
  { id: chapterId, storyId, story, facts }: ChapterRecord,
  kind: 'chapter_taken_down' | 'chapter_published_again',
): Promise<void> {
  const to = await coWritersOf(ctx.db, storyId, facts.authorId);
  const params = { story: story.published.title, chapter: await publicTitle(ctx, chapterId) };
  const eventKey = `${chapterId}:${ctx.clock.now().toISOString().slice(0, 10)}`;
  await notify(ctx, kind, { to, storyId, chapterId, params, eventKey });
}

/** Reads the published title, because an unpublished edit may have another one. */
export async function publicTitle({ db }: Pick<Ctx, 'db'>, id: string): Promise<string> {
  const row = await db.selectFrom('chapters').select('title').where('id', '=', id).executeTakeFirst();
  return row?.title ?? '';
}

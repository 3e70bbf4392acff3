import type { Ctx } from '#platform/context.ts';
import { canReadChapterDraft, isPublicChapter } from '../model/chapter-policy.ts';
import { findToSave } from './saves.repo.ts';

/** Whether the caller may subscribe to the changes of a chapter: anyone who can read it or its draft. */
export async function mayWatchChapter(ctx: Ctx, chapterId: string): Promise<boolean> {
  const chapter = await findToSave(ctx.db, chapterId, { withDocument: false });
  return chapter !== null && (isPublicChapter(chapter.facts) || canReadChapterDraft(ctx.actor, chapter.facts).ok);
}

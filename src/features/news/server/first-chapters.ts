import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { FIRST_READERS } from '../model/news-limits.ts';
import { isNextMorning } from '../model/next-morning.ts';
import { type FirstChapter, findOut, findRead, noteTold } from './first-chapters.repo.ts';

/** The only event of its kind in the life of a member. */
const ONLY = 'first';

const aboutOf = ({ account_id: to, story_id: storyId, chapter_id: chapterId }: FirstChapter) => ({
  to,
  storyId,
  chapterId,
  eventKey: ONLY,
});

/** Notifies writers, the morning after, that their first chapter is out. Once, and never about a later one. */
export async function tellOut(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const first of await findOut(ctx.db)) {
    const { account_id, published_at, time_zone, story, chapter } = first;
    if (!isNextMorning(published_at, now, time_zone)) continue;
    await inTransaction(ctx, async (inner) => {
      if (await noteTold(inner.db, account_id, 'day_told_at'))
        await notify(inner, 'chapter_out', { ...aboutOf(first), params: { story, chapter } });
    });
  }
}

/** Notifies writers of the first readers of their first chapter, once. */
export async function tellRead(ctx: Ctx): Promise<void> {
  for (const first of await findRead(ctx.db)) {
    const { account_id, story, chapter } = first;
    await inTransaction(ctx, async (inner) => {
      if (await noteTold(inner.db, account_id, 'readers_told_at'))
        await notify(inner, 'first_readers', { ...aboutOf(first), params: { story, chapter, count: FIRST_READERS } });
    });
  }
}

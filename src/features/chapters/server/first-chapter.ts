import { AppError } from '#core/errors.ts';
import type { FirstChapter } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { missingFieldsOf } from './chapter-views.ts';
import { type ChapterRecord, findChapter, lockChapter, lockFacts } from './chapters.repo.ts';
import { publishInOrder, returnToAuthor, reviewTexts } from './publication.ts';
import { endChapterReview, send } from './submission.service.ts';

type Unpublished = 'draft' | 'pending' | 'rejected';

/**
 * Finds the first chapter of an unpublished story: the one with a number, else the oldest. Blank chapters don’t count,
 * so that they block neither the story nor other chapters.
 */
async function findFirst(db: Db, storyId: string, statuses: Unpublished[]): Promise<string | null> {
  const row = await db
    .selectFrom('chapters as c')
    .innerJoin('chapter_drafts as d', 'd.chapter_id', 'c.id')
    .select('c.id')
    .where('c.story_id', '=', storyId)
    .where('c.status', 'in', statuses)
    .where('c.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('c.number', 'is not', null),
        eb('d.units', '>', 0),
        eb('d.title', '<>', ''),
        eb('d.summary', '<>', ''),
      ]),
    )
    .orderBy('c.number', (order) => order.asc().nullsLast())
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function lockFirst(db: Db, storyId: string, statuses: Unpublished[]): Promise<ChapterRecord | null> {
  const id = await findFirst(db, storyId, statuses);
  return id === null ? null : lockChapter(db, id);
}

/** Submits the first chapter with its story: one review, one message (product §4). */
export const firstChapter: FirstChapter = {
  async submit(ctx: Ctx, storyId) {
    const chapter = await lockFirst(ctx.db, storyId, ['draft', 'rejected']);
    if (!chapter) return;
    const missing = missingFieldsOf(chapter);
    if (Object.keys(missing).length > 0) {
      throw new AppError('invalid_input', {
        fields: Object.fromEntries(Object.entries(missing).map(([field, issue]) => [`chapter.${field}`, issue])),
      });
    }
    await send(ctx, chapter);
  },
  async withdraw(ctx: Ctx, storyId) {
    const chapter = await lockFirst(ctx.db, storyId, ['pending']);
    if (chapter) await returnToAuthor(ctx, chapter, 'withdraw');
  },
  async withdrawAll(ctx: Ctx, storyId) {
    const waiting = await ctx.db
      .selectFrom('chapters')
      .select('id')
      .where('story_id', '=', storyId)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('status', '=', 'pending'), eb('edit_status', '=', 'pending')]))
      .orderBy('id')
      .execute();
    for (const { id } of waiting) {
      const chapter = await lockChapter(ctx.db, id);
      if (chapter) await endChapterReview(ctx, chapter);
    }
  },
  async lock(ctx, storyId) {
    const id = await findFirst(ctx.db, storyId, ['pending']);
    if (id !== null) await lockFacts(ctx.db, id);
  },
  async texts(ctx, storyId) {
    const id = await findFirst(ctx.db, storyId, ['pending']);
    const chapter = id === null ? null : await findChapter(ctx.db, id);
    return chapter ? reviewTexts(ctx, chapter) : [];
  },
  async approve(ctx: Ctx, storyId) {
    const chapter = await lockFirst(ctx.db, storyId, ['pending']);
    if (chapter) await publishInOrder(ctx, chapter, false);
  },
  async reject(ctx: Ctx, storyId, reason) {
    const chapter = await lockFirst(ctx.db, storyId, ['pending']);
    if (chapter) await returnToAuthor(ctx, chapter, 'reject', reason);
  },
};

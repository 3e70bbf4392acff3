import { type Expression, sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { FirstChapter, NamedStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { missingFieldsOf } from './chapter-views.ts';
import { type ChapterRecord, findChapter, lockChapter, lockCopy } from './chapters.repo.ts';
import { publishInOrder, returnToAuthor, reviewTexts } from './publication.ts';
import { endChapterReview, send } from './submission.service.ts';

type Unpublished = 'draft' | 'pending' | 'rejected';

/**
 * Query for the first chapter of an unpublished story: the one with a number, else the oldest. Blank chapters don’t count,
 * so that they block neither the story nor other chapters.
 */
function firstOf(db: Db, storyId: string, statuses: Unpublished[]): Expression<string> {
  const query = db
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
    .limit(1);
  return sql<string>`(${query})`;
}

const lockFirst = (db: Db, storyId: string, statuses: Unpublished[]) => lockCopy(db, firstOf(db, storyId, statuses));

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
    const chapter = await lockFirst(ctx.db, storyId, ['pending']);
    return (
      chapter && {
        approve: (story) => publishInOrder(ctx, withStory(chapter, story), false),
        reject: (reason) => returnToAuthor(ctx, chapter, 'reject', reason),
      }
    );
  },
  async texts(ctx, storyId) {
    const chapter = await findChapter(ctx.db, firstOf(ctx.db, storyId, ['pending']));
    return chapter ? reviewTexts(ctx, chapter) : [];
  },
};

/** The chapter after its story has changed. */
function withStory(chapter: ChapterRecord, story: NamedStory): ChapterRecord {
  return { ...chapter, story, facts: { ...chapter.facts, story: story.facts } };
}

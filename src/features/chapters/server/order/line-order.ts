import { AppError } from '#core/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import { setNumber } from '../chapters.repo.ts';
import type { ChapterOrder } from './chapter-order.ts';

function placesOf(db: Db, storyId: string) {
  return db
    .selectFrom('chapters')
    .where('story_id', '=', storyId)
    .where('number', 'is not', null)
    .where('deleted_at', 'is', null);
}

async function waitingAt(db: Db, storyId: string, number: number): Promise<string | null> {
  const row = await placesOf(db, storyId)
    .select('id')
    .where('number', '=', number)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Chapters in one sequence, numbered without gaps. A chapter can be submitted and published only after the one before
 * it.
 */
export const lineOrder: ChapterOrder = {
  listedBy: 'number',

  parentOf: () => null,

  async numberOf(db, chapter) {
    let query = placesOf(db, chapter.storyId).select(['id', 'author_id', 'number', 'status']);
    if (chapter.number !== null) query = query.where('number', '<', chapter.number);
    const before = await query.orderBy('number', 'desc').limit(1).executeTakeFirst();
    if (before && before.status !== 'pending' && !wasPublished(before.status)) {
      // If it is the caller’s own, they can submit it first, or give up its number.
      const isOwn = before.author_id === chapter.facts.authorId;
      throw new AppError('previous_chapter_missing', isOwn ? { details: { chapterId: before.id } } : {});
    }
    return chapter.number ?? (before?.number ?? 0) + 1;
  },

  async mayAppear(db, { storyId, number }) {
    if (number === null || number === 1) return true;
    const before = await placesOf(db, storyId)
      .select('is_public')
      .where('number', '=', number - 1)
      .executeTakeFirst();
    return before?.is_public ?? false;
  },

  async nextWaiting(db, { storyId, number }) {
    return number === null ? null : waitingAt(db, storyId, number + 1);
  },

  /** The following chapters move up. None of them is public, because chapters are published in order. */
  async closeGap({ db }, storyId, number) {
    const behind = await placesOf(db, storyId)
      .select(['id', 'number'])
      .where('number', '>', number)
      .orderBy('number')
      .execute();
    // One by one from the front, because two chapters must never have the same number, even temporarily.
    for (const [i, row] of behind.entries()) await setNumber(db, row.id, number + i);
    return waitingAt(db, storyId, number);
  },

  async placeToWrite(db, { storyId, number }) {
    const next = await placesOf(db, storyId)
      .select('id')
      .where('number', '>', number)
      .where((eb) => eb.ref('is_readable'))
      .limit(1)
      .executeTakeFirst();
    return next ? null : { parentChapterId: null };
  },

  async newNumber(db, storyId, _parentId, canWrite) {
    let query = placesOf(db, storyId);
    if (!canWrite) query = query.where((eb) => eb.ref('is_public'));
    const { last } = await query.select((eb) => eb.fn.max('number').as('last')).executeTakeFirstOrThrow();
    return (last ?? 0) + 1;
  },

  async before(db, { storyId, number }) {
    const row = await placesOf(db, storyId)
      .select('id')
      .where((eb) => eb.ref('is_readable'))
      .where('number', '<', number)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  },
};

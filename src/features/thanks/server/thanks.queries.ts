import type { Db } from '#platform/db/database.ts';
import { COUNT_MAX } from '../model/thanks-limits.ts';
import type { ThanksFacts } from '../model/thanks-policy.ts';

export interface ThankedChapter extends ThanksFacts {
  storyId: string;
}

/**
 * Returns what permission to thank depends on. Null if anyone may not even know of the chapter. `locks`: it can’t be
 * deleted during this transaction.
 */
export async function findThankedChapter(db: Db, chapterId: string, locks = false): Promise<ThankedChapter | null> {
  const query = db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', chapterId)
    .where((eb) => eb.ref('c.is_readable'))
    .where((eb) => eb.ref('s.is_public'))
    .select(['c.story_id', 'c.author_id']);
  const row = await (locks ? query.forKeyShare(['c', 's']) : query).executeTakeFirst();
  return row ? { storyId: row.story_id, authorId: row.author_id, isReadable: true } : null;
}

export async function hasThanked(db: Db, chapterId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('thanks')
    .where('chapter_id', '=', chapterId)
    .where('account_id', '=', accountId)
    .select('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the thanks for a chapter, up to `COUNT_MAX`. */
export async function countThanks(db: Db, chapterId: string): Promise<number> {
  const rows = await db
    .selectFrom('thanks')
    .where('chapter_id', '=', chapterId)
    .select('account_id')
    .limit(COUNT_MAX)
    .execute();
  return rows.length;
}

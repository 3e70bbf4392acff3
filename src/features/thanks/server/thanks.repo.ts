import type { Db } from '#platform/db/database.ts';

interface Thanks {
  chapterId: string;
  storyId: string;
  accountId: string;
}

/** Stores the thanks of a member, once. Lock the chapter first. */
export async function putThanks(db: Db, { chapterId, storyId, accountId }: Thanks): Promise<void> {
  await db
    .insertInto('thanks')
    .values({ chapter_id: chapterId, story_id: storyId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function dropThanks(db: Db, { chapterId, accountId }: Omit<Thanks, 'storyId'>): Promise<void> {
  await db.deleteFrom('thanks').where('chapter_id', '=', chapterId).where('account_id', '=', accountId).execute();
}

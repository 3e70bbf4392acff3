import { AppError } from '#core/errors.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Db } from '#platform/db/database.ts';
import type { ChapterOrder } from './chapter-order.ts';

/** The chapter that others follow, if the world knows of it; its place is its depth. */
async function publicParent(db: Db, storyId: string, parentId: string): Promise<{ number: number } | null> {
  const row = await db
    .selectFrom('chapters')
    .select('number')
    .where('id', '=', parentId)
    .where('story_id', '=', storyId)
    .where((eb) => eb.ref('is_public'))
    .executeTakeFirst();
  return row ? { number: row.number! } : null;
}

/** Each behind its parent, as many beside each other as a mode allows. Siblings do not wait for each other. */
export const treeOrder: ChapterOrder = {
  // A parent is public before anyone begins after it, so in the order of writing it stands before its children.
  listedBy: 'id',

  parentOf: (parentId) => parentId,

  async takePlace(db, { id, storyId, parentId, number }) {
    const parent = parentId === null ? { number: 0 } : await publicParent(db, storyId, parentId);
    if (!parent) throw new AppError('previous_chapter_missing');
    if (number !== null) return;
    await db
      .updateTable('chapters')
      .set({ number: parent.number + 1 })
      .where('id', '=', id)
      .execute();
  },

  async mayAppear(db, { storyId, parentId }) {
    return parentId === null || (await publicParent(db, storyId, parentId)) !== null;
  },

  /** None: what is sent has a public parent already. */
  nextWaiting: async () => null,

  /** Nobody moves up, but the pages say how many ways are taken. */
  async closeGap(ctx, storyId) {
    await invalidateCacheTags(ctx, storyTag(storyId));
    return null;
  },

  placeToWrite: async (_db, { id }) => ({ parentChapterId: id }),

  async newNumber(db, storyId, parentId) {
    const parent = parentId === null ? null : await publicParent(db, storyId, parentId);
    return (parent?.number ?? 0) + 1;
  },

  before: async (_db, { parentId }) => parentId,
};

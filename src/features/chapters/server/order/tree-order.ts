import { AppError } from '#core/errors.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Db } from '#platform/db/database.ts';
import type { ChapterOrder } from './chapter-order.ts';

/** Returns the number (depth) of the parent if it is public. */
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

/** Chapters in a tree. A mode limits the number of siblings. Siblings don’t wait for each other. */
export const treeOrder: ChapterOrder = {
  // A parent is public before anyone can continue it, so sorting by id lists it before its children.
  listedBy: 'id',

  parentOf: (parentId) => parentId,

  async numberOf(db, { storyId, parentId, number }) {
    const parent = parentId === null ? { number: 0 } : await publicParent(db, storyId, parentId);
    if (!parent) throw new AppError('previous_chapter_missing');
    return number ?? parent.number + 1;
  },

  async mayAppear(db, { storyId, parentId }) {
    return parentId === null || (await publicParent(db, storyId, parentId)) !== null;
  },

  /** Always null: a submitted chapter already has a public parent. */
  nextWaiting: async () => null,

  /** No numbers change, but pages show how many continuations there are. */
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

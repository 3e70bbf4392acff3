import { beforeAll, describe, expect, it } from 'vitest';
import { isPublicChapter } from '#features/chapters/model/chapter-policy.ts';
import { CHAPTER_STATUSES } from '#features/chapters/model/chapter-status.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { STORY_STATUSES } from '#features/stories/model/story-status.ts';
import type { Db } from '#platform/db/database.ts';
import { buildMember, buildPublishedChapter, buildPublishedStory } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';

// What readers may see is defined twice: by columns for queries, and by policies in the code. Both must agree.

const app = setUpTestApp();
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  const author = await buildMember(app);
  ({
    story: { id: storyId },
  } = await buildPublishedStory(app, author));
  ({ id: chapterId } = await buildPublishedChapter(app, author, storyId));
});

class Undone extends Error {}

/** Does the work in a transaction that is rolled back. */
async function undone(work: (db: Db) => Promise<void>): Promise<void> {
  const transaction = app.database.db.transaction().execute(async (db) => {
    await work(db);
    throw new Undone();
  });
  await expect(transaction).rejects.toBeInstanceOf(Undone);
}

const EACH = [false, true];

describe('the columns for visibility agree with the policies', () => {
  it.each(STORY_STATUSES)('for a story that is %s', (status) =>
    undone(async (db) => {
      for (const deleted of EACH)
        for (const listed of EACH) {
          const row = await db
            .updateTable('stories')
            .set({
              status,
              deleted_at: deleted ? app.clock.now() : null,
              listed_at: listed ? app.clock.now() : null,
            })
            .where('id', '=', storyId)
            .returning(['is_public', 'is_listed'])
            .executeTakeFirstOrThrow();
          const isPublic = isPublicStory({ status, deleted });
          expect(row).toEqual({ is_public: isPublic, is_listed: isPublic && listed });
        }
    }),
  );

  it.each(CHAPTER_STATUSES)('for a chapter that is %s', (status) =>
    undone(async (db) => {
      const facts = { creatorId: '1', status: 'published', editStatus: null, deleted: false } as const;
      for (const deleted of EACH) {
        const row = await db
          .updateTable('chapters')
          .set({ status, deleted_at: deleted ? app.clock.now() : null })
          .where('id', '=', chapterId)
          .returning(['is_public', 'is_readable'])
          .executeTakeFirstOrThrow();
        const isPublic = isPublicChapter({ status, deleted, story: facts });
        expect(row).toEqual({ is_public: isPublic, is_readable: isPublic && status !== 'hidden' });
      }
    }),
  );
});

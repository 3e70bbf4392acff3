import { sql } from 'kysely';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';

/**
 * A translator leaves for good: what the world never read goes. What it reads goes too if they wish so, unless somebody
 * else has begun with it. What waits for review was taken back before.
 */
export async function dropTranslationsOf(ctx: Ctx, translatorId: string, published: boolean): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { rows } = await sql<{ story_id: string }>`
      delete from translations t where t.translator_id = ${translatorId} and t.status not in ('submitted', 'under_review')
        and (t.status not in ('approved', 'superseded') or (${published} and not exists
          (select from translations b where b.based_on_id = t.id and b.translator_id <> ${translatorId})))
      returning t.story_id::text as story_id`.execute(inner.db);
    const stories = new Set(rows.map((row) => row.story_id));
    await invalidateCacheTags(inner, ...[...stories].map(storyTag));
  });
}

/** What others than this member have translated of a story: ids of chapters, and `story` for its title and description. */
export async function translatedByOthers(db: Db, storyId: string, memberId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('translations')
    .where('story_id', '=', storyId)
    .where('translator_id', '<>', memberId)
    .where('deleted_at', 'is', null)
    .select('chapter_id')
    .distinct()
    .execute();
  return new Set(rows.map((row) => row.chapter_id ?? 'story'));
}

import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { deleteTranslationsOf } from './author-erasure.repo.ts';
import { shownTranslation } from './translation-events.ts';

/**
 * Deletes the translations of a translator whose account is being erased, except published and superseded ones. With
 * `published`, also deletes those, unless another member’s translation is based on them. Submitted translations must be
 * withdrawn first.
 */
export async function dropTranslationsOf(ctx: Ctx, translatorId: string, published: boolean): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const deleted = await deleteTranslationsOf(inner.db, translatorId, published);
    for (const translation of deleted)
      if (translation.wasShown) await emit(inner, 'translation.removed', shownTranslation(translation));
    await invalidateCacheTags(inner, ...new Set(deleted.map(({ storyId }) => storyTag(storyId))));
  });
}

/**
 * What members other than this one have translated of a story: ids of chapters, and `story` for its title and
 * description.
 */
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

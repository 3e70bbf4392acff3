import { notify } from '#features/messages/server/index.ts';
import { findStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/** Notifies the translators of a deleted story, except its creator and writers, who are notified as such. */
export async function notifyTranslatorsOfDeletion(ctx: Ctx, storyId: string): Promise<void> {
  const story = await findStory(ctx.db, storyId);
  if (!story) return;
  const translators = await ctx.db
    .selectFrom('translations as t')
    .where('t.story_id', '=', storyId)
    .where('t.deleted_at', 'is', null)
    .where('t.translator_id', '<>', story.facts.creatorId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('participants as p')
            .select('p.account_id')
            .where('p.story_id', '=', storyId)
            .whereRef('p.account_id', '=', 't.translator_id'),
        ),
      ),
    )
    .select('t.translator_id')
    .distinct()
    .execute();
  await notify(ctx, 'translated_deleted', {
    to: translators.map(({ translator_id }) => translator_id),
    params: { story: story.published.title },
  });
}

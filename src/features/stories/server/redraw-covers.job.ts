import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { Language } from '#core/languages.ts';
import { touch } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { shownName } from '#platform/i18n/former-author.ts';
import { handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { findStory, lockStory } from './stories.repo.ts';
import { storeDrawnCover, storeSocialImage } from './story-cover.ts';
import { HOME_TAG, storyTag } from './story-views.ts';

/** A drawn cover bears its author's name, so a new name means new covers. */
export const redrawCovers = jobKind('stories.redraw_covers', z.object({ accountId: id }));

export const redrawCoversJob = handleJob(redrawCovers, async (ctx: Ctx, { accountId }) => {
  const stories = await ctx.db.selectFrom('stories').select('id').where('creator_id', '=', accountId).execute();
  for (const { id: storyId } of stories) {
    await inTransaction(ctx, async (inner) => {
      const story = await lockStory(inner.db, storyId);
      if (story) await redraw(inner, storyId);
    });
  }
});

async function redraw(ctx: Ctx, storyId: string): Promise<void> {
  const story = await findStory(ctx.db, storyId);
  const shown = await ctx.db
    .selectFrom('stories')
    .select(['title', 'language', 'cover_key'])
    .where('id', '=', storyId)
    .executeTakeFirst();
  if (!story || !shown) return;
  const owner = story.facts.creatorId;
  const subjectOf = (title: string, lang: string) => ({
    title,
    mode: story.mode,
    author: shownName(story.creatorName, lang as Language),
    lang: lang as Language,
  });
  if (!story.draft.cover_uploaded) {
    const key = await storeDrawnCover(ctx, owner, subjectOf(story.draft.title, story.draft.language));
    await ctx.db.updateTable('story_drafts').set({ cover_key: key }).where('story_id', '=', storyId).execute();
  }
  if (shown.cover_key?.startsWith('d-') && shown.title && shown.language) {
    const subject = subjectOf(shown.title, shown.language);
    const key = await storeDrawnCover(ctx, owner, subject);
    await storeSocialImage(ctx, owner, key, subject);
    await ctx.db.updateTable('stories').set({ cover_key: key }).where('id', '=', storyId).execute();
    await touch(ctx, storyTag(storyId), HOME_TAG);
  }
}

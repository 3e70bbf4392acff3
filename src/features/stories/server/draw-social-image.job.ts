import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { Ctx } from '#platform/context.ts';
import { handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { findStory } from './stories.repo.ts';
import { coverSubject, storeSocialImage } from './story-cover.ts';

/**
 * Draws the image of a published story for social cards. A separate job, because drawing takes about 100 ms of CPU
 * time, and publishing holds the story’s lock.
 */
export const drawSocialImage = jobKind('stories.draw_social_image', z.object({ storyId: id }));

export const drawSocialImageJob = handleJob(drawSocialImage, async (ctx: Ctx, { storyId }) => {
  const story = await findStory(ctx.db, storyId);
  const published = await ctx.db
    .selectFrom('stories')
    .select(['title', 'cover_key'])
    .where('id', '=', storyId)
    .executeTakeFirst();
  if (!story || !published?.cover_key || published.title === null) return;
  await storeSocialImage(ctx, story.facts.creatorId, published.cover_key, coverSubject(story, story.published));
});

import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { withdrawOfStory } from '#features/participation/server/index.ts';
import { settleRelay } from '#features/relay/server/index.ts';
import type { StoryEffects } from '#features/stories/server/index.ts';

/** What the features do when something happens to a story. */
export const storyEffects: StoryEffects = {
  published: settleRelay,
  rulesChanged: settleRelay,
  async closed(ctx: ChapterCtx, storyId) {
    await withdrawOfStory(ctx, storyId);
    await settleRelay(ctx, storyId);
  },
};

import type { ChapterCtx, ChapterEffects } from '#features/chapters/server/index.ts';
import { advanceStory, closeContest, mayDeleteContest, settleContest } from '#features/contest/server/index.ts';
import { tellOfDeletion, withdrawOfStory } from '#features/participation/server/index.ts';
import { settleRelay } from '#features/relay/server/index.ts';
import { findStory, type StoryEffects } from '#features/stories/server/index.ts';
import {
  chapterTextChanging,
  storyTextChanging,
  tellTranslatorsOfDeletion,
} from '#features/translation/server/index.ts';

/** What the features do when something happens to a story. */
export const storyEffects: StoryEffects = {
  published: settleRelay,
  changing: advanceStory,
  async rulesChanged(ctx: ChapterCtx, storyId) {
    const story = await findStory(ctx.db, storyId);
    // Nobody is taken in any more, so nothing is left to answer.
    if (story?.progress === 'ended') await withdrawOfStory(ctx, storyId);
    await settleRelay(ctx, storyId);
    await settleContest(ctx, storyId);
  },
  textChanging: storyTextChanging,
  mayBeDeleted: mayDeleteContest,
  async closed(ctx: ChapterCtx, storyId) {
    await tellOfDeletion(ctx, storyId);
    await tellTranslatorsOfDeletion(ctx, storyId);
    await withdrawOfStory(ctx, storyId);
    await settleRelay(ctx, storyId);
    await closeContest(ctx, storyId);
  },
};

/** What the features do when something happens to a chapter. */
export const chapterEffects: ChapterEffects = { textChanging: chapterTextChanging };

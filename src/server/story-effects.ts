import type { ChapterEffects } from '#features/chapters/server/index.ts';
import { advanceStory, closeContest, mayDeleteContest, settleContest } from '#features/contest/server/index.ts';
import { notifyCoAuthors, withdrawOfStory } from '#features/participation/server/index.ts';
import { movePlacesBack } from '#features/reader/server/index.ts';
import { settleRelay } from '#features/relay/server/index.ts';
import { findStory, type StoryEffects } from '#features/stories/server/index.ts';
import {
  chapterTextChanging,
  notifyTranslatorsOfDeletion,
  storyTextChanging,
} from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/** Hooks that run in the features when something happens to a story. */
export const storyEffects: StoryEffects = {
  published: settleRelay,
  changing: advanceStory,
  async rulesChanged(ctx, storyId) {
    const story = await findStory(ctx.db, storyId);
    // An ended story accepts no writers, so open requests are withdrawn.
    if (story?.progress === 'ended') await withdrawOfStory(ctx, storyId);
    await settleRelay(ctx, storyId);
    await settleContest(ctx, storyId);
  },
  textChanging: storyTextChanging,
  mayBeDeleted: mayDeleteContest,
  async closed(ctx, storyId) {
    await notifyCoAuthors(ctx, storyId, 'story_deleted');
    await notifyTranslatorsOfDeletion(ctx, storyId);
    await endWhatRuns(ctx, storyId);
  },
  async banned(ctx, storyId) {
    await notifyCoAuthors(ctx, storyId, 'story_banned');
    await endWhatRuns(ctx, storyId);
  },
  async unbanned(ctx, storyId) {
    await notifyCoAuthors(ctx, storyId, 'story_unbanned');
    await settleRelay(ctx, storyId);
  },
};

/** Ends requests, turns and rounds, because no one can write in the story anymore. */
async function endWhatRuns(ctx: Ctx, storyId: string): Promise<void> {
  await withdrawOfStory(ctx, storyId);
  await settleRelay(ctx, storyId);
  await closeContest(ctx, storyId);
}

/** Hooks that run in the features when something happens to a chapter. */
export const chapterEffects: ChapterEffects = {
  textChanging: chapterTextChanging,
  deleting: ({ db }, chapterId) => movePlacesBack(db, chapterId),
};

export { moveEdit } from './edit-status.ts';
export { redrawCovers, redrawCoversJob } from './redraw-covers.job.ts';
export { findStory, lockStory, type StoryRecord } from './stories.repo.ts';
export { storyRoutes } from './stories.routes.ts';
export { socialImageKey } from './story-cover.ts';
export type {
  ChapterWriting,
  FirstChapter,
  StoryAtHand,
  StoryCtx,
  StoryEffects,
  StoryMembership,
} from './story-ctx.ts';
export { storyReviewSubject } from './story-review.ts';
export { type CardRow, HOME_TAG, selectCards, storyTag, toStoryCard } from './story-views.ts';

export { type StoryFate, settleStoryOfLeaver } from './author-erasure.ts';
export { categoryRoutes } from './categories.routes.ts';
export { unknownCategory } from './categories.service.ts';
export { drawSocialImageJob } from './draw-social-image.job.ts';
export { redrawCovers, redrawCoversJob } from './redraw-covers.job.ts';
export { listOwnStories, listStoriesByUser } from './stories.queries.ts';
export {
  expireDeletions,
  findStory,
  lockStory,
  lockStoryOrThrow,
  purgeableStoriesSql,
  purgeDeletedStories,
  recomputeContinuedAt,
  recordChapter,
  type StoryRecord,
} from './stories.repo.ts';
export { storyRoutes } from './stories.routes.ts';
export { storyRestrictable } from './story-ban.ts';
export { socialImageKey } from './story-cover.ts';
export type { ChapterWriting, FirstChapter, StoryAtHand, StoryEffects, StoryMembership } from './story-ctx.ts';
export { storyReviewSubject } from './story-review.ts';
export { addReadersSql, countParticipants, countPublished, setTrends } from './story-stats.repo.ts';
export {
  findSummary,
  type NamedStory,
  publicStory,
  type StoryState,
} from './story-summary.ts';
export { HOME_TAG, storyTag } from './story-tags.ts';
export { type CardRow, selectCards, toStoryCard } from './story-views.ts';

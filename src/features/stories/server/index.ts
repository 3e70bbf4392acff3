export { isAlone } from './author-erasure.ts';
export { unknownCategory } from './categories.service.ts';
export { lastRejection, type MemberNeed, type NeedParams, needOf } from './member-needs.ts';
export { nextStep, waitingReviews, waitingText } from './member-work.ts';
export { listOwnStories, listStoriesByUser } from './stories.queries.ts';
export {
  findStory,
  lockStory,
  lockStoryOrThrow,
  recomputeContinuedAt,
  recordChapter,
  type StoryRecord,
} from './stories.repo.ts';
export { socialImageKey } from './story-cover.ts';
export type { ChapterWriting, FirstChapter, StoryAtHand, StoryMembership } from './story-ports.ts';
export { addReadersSql, countParticipants, countPublished, setTrends } from './story-stats.repo.ts';
export {
  findSummary,
  type NamedStory,
  publicStory,
  STATE_COLUMNS,
  type StoryState,
  toStoryState,
} from './story-summary.ts';
export { HOME_TAG, storyTag } from './story-tags.ts';
export { type CardRow, selectCards, toStoryCard } from './story-views.ts';
export { publicStoryPage } from './wishes.ts';

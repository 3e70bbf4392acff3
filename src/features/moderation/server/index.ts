export { BLANK_CASE } from './cases.queries.ts';
export { enqueueWaiting } from './prereview.ts';
export { BLANK_ENTRY, type QueueCase, type QueueSource } from './queue-sources.ts';
export type { Restrictable } from './restrictable.ts';
export { restrictedSince } from './restrictions.repo.ts';
export { liftMember, restrictMember } from './restrictions.service.ts';
export type { LockedSubject, PublishedTexts, ReviewSubject } from './review-subject.ts';
export { deleteReviews, pendingReviewsSql } from './reviews.repo.ts';
export { type FoundReview, getReviewState, requestReview, withdrawReview } from './reviews.service.ts';

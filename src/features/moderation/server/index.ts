export { enqueueWaiting } from './prereview.ts';
export type { Restrictable } from './restrictable.ts';
export { liftMember, restrictMember } from './restrictions.service.ts';
export type { LockedSubject, PublishedTexts, ReviewSubject } from './review-subject.ts';
export { deleteReviews } from './reviews.repo.ts';
export { type FoundReview, getReviewState, requestReview, withdrawReview } from './reviews.service.ts';

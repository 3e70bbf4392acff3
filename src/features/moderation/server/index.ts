export { activeRestriction, memberRestrictable, whyRestricted } from './member-restrictable.ts';
export { moderationRoutes } from './moderation.routes.ts';
export { escalateOverdueReviews } from './overdue.ts';
export { prereviewJob } from './prereview.job.ts';
export { enqueueWaiting } from './prereview.ts';
export type { Restrictable, Restrictables } from './restrictable.ts';
export { liftMember, restrictMember } from './restrictions.service.ts';
export type { ModerationCtx, PublishedTexts, ReviewSubject, ReviewSubjects } from './review-subject.ts';
export { getReviewState, requestReview, withdrawReview } from './reviews.service.ts';

import { handle } from '#platform/http/pipeline.ts';
import { translationApi } from '../contract.ts';
import { approveTranslation, rejectTranslation } from './decisions.service.ts';
import { listOwnPublished } from './own.queries.ts';
import { getReviewing, listReviewQueue } from './queue.queries.ts';
import { claimTranslation, releaseTranslation, renewLease } from './review.service.ts';
import { grantReviewer, listReviewers, revokeReviewer } from './reviewers.service.ts';

export const reviewRoutes = [
  handle(translationApi.listOwnPublished, listOwnPublished),
  handle(translationApi.reviewing, getReviewing),
  handle(translationApi.queue, listReviewQueue),
  handle(translationApi.claim, claimTranslation),
  handle(translationApi.renew, renewLease),
  handle(translationApi.release, releaseTranslation),
  handle(translationApi.approve, approveTranslation),
  handle(translationApi.reject, rejectTranslation),
  handle(translationApi.reviewers, listReviewers),
  handle(translationApi.grantReviewer, grantReviewer),
  handle(translationApi.revokeReviewer, revokeReviewer),
];

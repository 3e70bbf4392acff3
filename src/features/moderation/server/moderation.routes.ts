import { handle } from '#platform/http/pipeline.ts';
import { moderationApi } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';
import { appeal, decideAppeal } from './appeals.service.ts';
import { getCase, getRecord, getRestriction } from './cases.queries.ts';
import { listFailedJobs, retryJob } from './failed-jobs.service.ts';
import { readFeedback, sendFeedback } from './feedback.service.ts';
import { listLog } from './log.queries.ts';
import { countModerationQueue, getReview, listQueue } from './queue.queries.ts';
import { closeReport, report } from './reports.service.ts';
import type { ModerationQueueCtx } from './restrictable.ts';
import { lift, listOwnRestrictions, restrict } from './restrictions.service.ts';
import type { ModerationCtx } from './review-subject.ts';
import { approveReview, rejectReview } from './reviews.service.ts';

export const moderationRoutes = [
  handle<typeof moderationApi.queue, ModerationCtx>(moderationApi.queue, listQueue),
  handle(moderationApi.waiting, countModerationQueue),
  handle<typeof moderationApi.review, ModerationCtx>(moderationApi.review, getReview),
  handle<typeof moderationApi.approve, ModerationCtx>(moderationApi.approve, approveReview),
  handle<typeof moderationApi.reject, ModerationCtx>(moderationApi.reject, rejectReview),
  handle(moderationApi.failedJobs, listFailedJobs),
  handle(moderationApi.retryJob, retryJob),
  handle(moderationApi.feedback, sendFeedback),
  handle<typeof caseApi.report, ModerationQueueCtx>(caseApi.report, report),
  handle<typeof caseApi.case, ModerationQueueCtx>(caseApi.case, getCase),
  handle<typeof caseApi.closeReport, ModerationQueueCtx>(caseApi.closeReport, closeReport),
  handle<typeof caseApi.restrict, ModerationQueueCtx>(caseApi.restrict, restrict),
  handle<typeof caseApi.lift, ModerationQueueCtx>(caseApi.lift, lift),
  handle<typeof caseApi.decideAppeal, ModerationQueueCtx>(caseApi.decideAppeal, decideAppeal),
  handle(caseApi.readFeedback, readFeedback),
  handle<typeof caseApi.record, ModerationQueueCtx>(caseApi.record, getRecord),
  handle<typeof caseApi.restriction, ModerationQueueCtx>(caseApi.restriction, getRestriction),
  handle(caseApi.log, listLog),
  handle(caseApi.ownRestrictions, listOwnRestrictions),
  handle<typeof caseApi.appeal, ModerationQueueCtx>(caseApi.appeal, appeal),
];

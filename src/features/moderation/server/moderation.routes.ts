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
import { lift, listOwnRestrictions, restrict } from './restrictions.service.ts';
import { approveReview, rejectReview } from './reviews.service.ts';

export const moderationRoutes = [
  handle(moderationApi.queue, listQueue),
  handle(moderationApi.waiting, countModerationQueue),
  handle(moderationApi.review, getReview),
  handle(moderationApi.approve, approveReview),
  handle(moderationApi.reject, rejectReview),
  handle(moderationApi.failedJobs, listFailedJobs),
  handle(moderationApi.retryJob, retryJob),
  handle(moderationApi.feedback, sendFeedback),
  handle(caseApi.report, report),
  handle(caseApi.case, getCase),
  handle(caseApi.closeReport, closeReport),
  handle(caseApi.restrict, restrict),
  handle(caseApi.lift, lift),
  handle(caseApi.decideAppeal, decideAppeal),
  handle(caseApi.readFeedback, readFeedback),
  handle(caseApi.record, getRecord),
  handle(caseApi.restriction, getRestriction),
  handle(caseApi.log, listLog),
  handle(caseApi.ownRestrictions, listOwnRestrictions),
  handle(caseApi.appeal, appeal),
];

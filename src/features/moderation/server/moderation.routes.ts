import { handle } from '#platform/http/pipeline.ts';
import { moderationApi } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';
import { examinationApi } from '../contract-examination.ts';
import { publicReportApi } from '../contract-public-reports.ts';
import { transparencyApi } from '../contract-transparency.ts';
import { appeal, decideAppeal } from './appeals.service.ts';
import { getCase, getRecord, getRestriction } from './cases.queries.ts';
import { askExamination, getSiteState } from './examination.service.ts';
import { listFailedJobs, retryJob } from './failed-jobs.service.ts';
import { readFeedback, sendFeedback } from './feedback.service.ts';
import { listLog } from './log.queries.ts';
import { sendPublicReport, sendReportAsMember } from './public-reports/public-reports.service.ts';
import { previewReportedTarget } from './public-reports/reported-target.ts';
import { countModerationQueue, getReview, listQueue } from './queue.queries.ts';
import { closeReport, report } from './reports.service.ts';
import { getReasons, lift, listOwnRestrictions, restrict } from './restrictions.service.ts';
import { approveReview, rejectReview } from './reviews.service.ts';
import { readTransparency } from './transparency/transparency.service.ts';

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
  handle(caseApi.reasons, getReasons),
  handle(caseApi.appeal, appeal),
  handle(publicReportApi.target, previewReportedTarget),
  handle(publicReportApi.send, sendPublicReport),
  handle(publicReportApi.sendAsMember, sendReportAsMember),
  handle(transparencyApi.read, readTransparency),
  handle(examinationApi.state, getSiteState),
  handle(examinationApi.examine, askExamination),
];

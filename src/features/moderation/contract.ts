import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text, versionNumber } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { LAWS } from './model/law.ts';
import * as fields from './model/moderation-fields.ts';
import { FEEDBACK_TYPES } from './model/moderation-limits.ts';
import { DECISION_BLOCKERS, QUEUE_KINDS } from './model/queue.ts';
import { RESTRICTION_ACTIONS, RULES } from './model/restriction.ts';
import { SUBJECT_KINDS } from './model/review-status.ts';
import { Finding } from './model/screening/findings.ts';

const person = z.strictObject({ id, username: z.string(), slug: z.string() });

/** An entry of the moderation queue: a submission, report, appeal, suggestion or feedback. */
const QueueEntry = z.strictObject({
  /** Unique within its kind. */
  id,
  kind: z.enum(QUEUE_KINDS),
  /** The story it is about. Null for suggestions, feedback and members. */
  storyId: z.nullable(id),
  /** The submitted story, chapter or entry. Null for other kinds. */
  subjectId: z.nullable(id),
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  /** For submissions. */
  author: z.nullable(person),
  isEdit: z.boolean(),
  submittedAt: isoTime,
  findings: z.array(Finding),
  /** Why the caller can’t decide on it. Null if they can. */
  blocker: z.nullable(z.enum(DECISION_BLOCKERS)),
  /** For reports: number of reporters, and their reasons, most frequent first. */
  reporters: z.int(),
  rules: z.array(z.enum(RULES)),
  /** For reports: the laws that they name. */
  laws: z.array(z.enum(LAWS)),
  /** For appeals: the action appealed against. */
  action: z.nullable(z.enum(RESTRICTION_ACTIONS)),
  /** For feedback. */
  feedback: z.nullable(z.enum(FEEDBACK_TYPES)),
});
export type QueueEntry = z.output<typeof QueueEntry>;

export const ReviewDetail = z.strictObject({
  id,
  kind: z.enum(SUBJECT_KINDS),
  storyId: id,
  subjectId: id,
  title: z.string(),
  language: z.enum(LANGUAGES),
  author: person,
  isEdit: z.boolean(),
  submittedAt: isoTime,
  findings: z.array(Finding),
  blocker: z.nullable(z.enum(DECISION_BLOCKERS)),
  /** The submitted texts by field, in reading order. */
  texts: z.array(z.strictObject({ field: z.string(), text: z.string() })),
  coverUrl: z.nullable(z.string()),
  /** The author has marked the edit as minor, so translations stay up to date. */
  isMinorEdit: z.boolean(),
  /** Number of decisions on earlier submissions of the author. */
  record: z.strictObject({ approved: z.number(), rejected: z.number(), joinedAt: isoTime }),
  version: z.int(),
});
export type ReviewDetail = z.output<typeof ReviewDetail>;

export const QueueSummary = z.strictObject({
  story: z.int(),
  chapter: z.int(),
  submission: z.int(),
  report: z.int(),
  appeal: z.int(),
  suggestion: z.int(),
  feedback: z.int(),
  /** The caller’s decisions since midnight, UTC. */
  decidedToday: z.int(),
  /** When the oldest entry was submitted. */
  oldestAt: z.nullable(isoTime),
});
export type QueueSummary = z.output<typeof QueueSummary>;

const FailedJob = z.strictObject({ id, name: z.string(), failedAt: isoTime, tries: z.int(), error: z.string() });
export type FailedJob = z.output<typeof FailedJob>;

const MODERATOR_ERRORS = ['login_required', 'banned', 'forbidden'] as const;

export const moderationApi = {
  queue: endpoint({
    method: 'GET',
    path: 'moderation/queue',
    access: 'moderator',
    summary: 'Returns the moderation queue, oldest first.',
    input: z.strictObject({ kind: z.optional(z.enum(QUEUE_KINDS)), cursor, limit: pageLimit }),
    response: z.array(QueueEntry),
    list: true,
    errors: MODERATOR_ERRORS,
  }),
  waiting: endpoint({
    method: 'GET',
    path: 'moderation/waiting',
    access: 'moderator',
    summary: 'Returns the size of the moderation queue by kind, and the age of its oldest entry.',
    input: z.strictObject({}),
    response: QueueSummary,
    errors: MODERATOR_ERRORS,
  }),
  review: endpoint({
    method: 'GET',
    path: 'moderation/review',
    access: 'moderator',
    summary: 'Returns a submission with its texts, the findings of the automatic check and the author’s record.',
    input: z.strictObject({ reviewId: id }),
    response: ReviewDetail,
    errors: [...MODERATOR_ERRORS, 'review_not_found'],
  }),
  approve: endpoint({
    method: 'POST',
    path: 'moderation/approve',
    access: 'moderator',
    summary: 'Approves a submission, which publishes it.',
    input: z.strictObject({ reviewId: id, version: versionNumber }),
    response: done,
    errors: [...MODERATOR_ERRORS, 'review_not_found', 'review_outdated', 'own_work'],
  }),
  reject: endpoint({
    method: 'POST',
    path: 'moderation/reject',
    access: 'moderator',
    summary: 'Rejects a submission with a reason, which the author sees.',
    input: z.strictObject({
      reviewId: id,
      version: versionNumber,
      rule: z.optional(z.enum(RULES, { error: fields.decisionRule.absent })),
      reason: text(fields.reason),
    }),
    response: done,
    errors: [...MODERATOR_ERRORS, 'review_not_found', 'review_outdated', 'own_work'],
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: 'moderation/failed_jobs',
    access: 'moderator',
    summary: 'Returns jobs that have failed permanently.',
    input: z.strictObject({}),
    response: z.array(FailedJob),
    errors: MODERATOR_ERRORS,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: 'moderation/retry_job',
    access: 'moderator',
    summary: 'Retries a job that has failed permanently.',
    input: z.strictObject({ jobId: id }),
    response: done,
    errors: [...MODERATOR_ERRORS, 'job_not_found'],
  }),
  feedback: endpoint({
    method: 'POST',
    path: 'user/feedback',
    access: 'member',
    summary: 'Sends feedback about the site.',
    input: z.strictObject({
      type: z.enum(FEEDBACK_TYPES, { error: 'feedback_type' }),
      description: text(fields.feedback),
      contact: z.optional(text(fields.contact)),
    }),
    response: done,
    limit: 'feedback',
    errors: ['login_required', 'banned'],
  }),
};

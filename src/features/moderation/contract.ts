import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text, versionNumber } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import * as fields from './model/moderation-fields.ts';
import { FEEDBACK_TYPES } from './model/moderation-limits.ts';
import { DECISION_BLOCKERS, QUEUE_KINDS } from './model/queue.ts';
import { RESTRICTION_ACTIONS, RULES } from './model/restriction.ts';
import { SUBJECT_KINDS } from './model/review-status.ts';
import { Finding } from './model/screening/findings.ts';

const person = z.strictObject({ id, username: z.string(), slug: z.string() });

/** One thing that waits: a submission, or a report, an appeal, a suggestion, feedback. */
const QueueEntry = z.strictObject({
  /** Within its kind. */
  id,
  kind: z.enum(QUEUE_KINDS),
  /** What it is about; null for suggestions, feedback and members. */
  storyId: z.nullable(id),
  /** Of a submission: the story, chapter or entry. */
  subjectId: z.nullable(id),
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  /** Of a submission. */
  author: z.nullable(person),
  isEdit: z.boolean(),
  submittedAt: isoTime,
  findings: z.array(Finding),
  /** Why the caller cannot decide about it; null when they can. */
  blocker: z.nullable(z.enum(DECISION_BLOCKERS)),
  /** Of a report: how many reported it, and what they named, the most frequent first. */
  reporters: z.int(),
  rules: z.array(z.enum(RULES)),
  /** Of an appeal: against what. */
  action: z.nullable(z.enum(RESTRICTION_ACTIONS)),
  /** Of feedback. */
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
  /** What was submitted, by field, in the order to read it. */
  texts: z.array(z.strictObject({ field: z.string(), text: z.string() })),
  coverUrl: z.nullable(z.string()),
  /** The author says that the edit changes no meaning: translations stay as fresh as they are. */
  isMinorEdit: z.boolean(),
  /** What became of earlier submissions of the author. */
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
  /** What the caller decided since midnight, UTC. */
  decidedToday: z.int(),
  /** When the one that waits longest was sent. */
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
    summary: 'What waits for a person, oldest first.',
    input: z.strictObject({ kind: z.optional(z.enum(QUEUE_KINDS)), cursor, limit: pageLimit }),
    response: z.array(QueueEntry),
    list: true,
    errors: MODERATOR_ERRORS,
  }),
  waiting: endpoint({
    method: 'GET',
    path: 'moderation/waiting',
    access: 'moderator',
    summary: 'How much waits for a person, by kind, and since when.',
    input: z.strictObject({}),
    response: QueueSummary,
    errors: MODERATOR_ERRORS,
  }),
  review: endpoint({
    method: 'GET',
    path: 'moderation/review',
    access: 'moderator',
    summary: 'One submission with its texts, the findings of the pre-review and the author’s record.',
    input: z.strictObject({ reviewId: id }),
    response: ReviewDetail,
    errors: [...MODERATOR_ERRORS, 'review_not_found'],
  }),
  approve: endpoint({
    method: 'POST',
    path: 'moderation/approve',
    access: 'moderator',
    summary: 'Publishes what was submitted.',
    input: z.strictObject({ reviewId: id, version: versionNumber }),
    response: done,
    errors: [...MODERATOR_ERRORS, 'review_not_found', 'review_outdated', 'own_work'],
  }),
  reject: endpoint({
    method: 'POST',
    path: 'moderation/reject',
    access: 'moderator',
    summary: 'Sends it back with a reason, which the author is told.',
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
    summary: 'Jobs that gave up after all their tries.',
    input: z.strictObject({}),
    response: z.array(FailedJob),
    errors: MODERATOR_ERRORS,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: 'moderation/retry_job',
    access: 'moderator',
    summary: 'Lets a job that gave up try again.',
    input: z.strictObject({ jobId: id }),
    response: done,
    errors: [...MODERATOR_ERRORS, 'job_not_found'],
  }),
  feedback: endpoint({
    method: 'POST',
    path: 'user/feedback',
    access: 'member',
    summary: 'Tells the makers of the site something.',
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

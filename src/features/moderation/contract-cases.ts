import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { PublicReport } from './contract-public-reports.ts';
import { LAWS } from './model/law.ts';
import * as fields from './model/moderation-fields.ts';
import { FEEDBACK_TYPES } from './model/moderation-limits.ts';
import { CASE_KINDS, DECISION_BLOCKERS } from './model/queue.ts';
import { FOUND_BY, RESTRICTION_ACTIONS, RULES, SUSPENSION_DAYS, TARGET_KINDS } from './model/restriction.ts';

/**
 * Reports, decisions about members and their work, appeals, and everything else in the moderation queue except
 * submissions.
 */

const person = z.strictObject({ id, username: z.string(), slug: z.string() });
const reason = text(fields.reason);
const rule = z.enum(RULES, { error: fields.decisionRule.absent });

/** A decision, as its subject and moderators see it (product §10). */
export const RestrictionView = z.strictObject({
  id,
  action: z.enum(RESTRICTION_ACTIONS),
  subjectId: id,
  /** Title of the story, chapter or entry, or username of the member. */
  title: z.string(),
  titleLanguage: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  /** Number of its statement of reasons. */
  number: z.string(),
  rule: z.enum(RULES),
  /** The law that it is based on besides the rule, and of which country. */
  law: z.nullable(z.enum(LAWS)),
  country: z.nullable(z.string()),
  reason: z.string(),
  excerpt: z.string(),
  /** How it came about. Null for old decisions. */
  foundBy: z.nullable(z.enum(FOUND_BY)),
  /** Whether a machine decided. */
  automated: z.boolean(),
  decidedAt: isoTime,
  /** Null if it has no end date. */
  until: z.nullable(isoTime),
  liftedAt: z.nullable(isoTime),
  /** The last moment to appeal. */
  appealUntil: isoTime,
  appeal: z.nullable(
    z.strictObject({
      state: z.enum(['open', 'granted', 'upheld']),
      text: z.string(),
      createdAt: isoTime,
      answer: z.nullable(z.string()),
    }),
  ),
});
export type RestrictionView = z.output<typeof RestrictionView>;

/**
 * A decision with its subject and the moderator, for moderators. `decidedBy` is null if it was made on the command
 * line.
 */
const RestrictionDetail = z.strictObject({
  ...RestrictionView.shape,
  account: person,
  decidedBy: z.nullable(person),
});
export type RestrictionDetail = z.output<typeof RestrictionDetail>;

const texts = z.array(z.strictObject({ field: z.string(), text: z.string() }));

/** The subject of a report, in its current state. */
const Target = z.strictObject({
  kind: z.enum(TARGET_KINDS),
  id,
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  owner: person,
  /** Published, and not taken down yet. */
  isPublic: z.boolean(),
  texts,
});
export type Target = z.output<typeof Target>;

/** A case of the moderation queue that is not a submission. */
export const CaseDetail = z.strictObject({
  id,
  kind: z.enum(CASE_KINDS),
  createdAt: isoTime,
  blocker: z.nullable(z.enum(DECISION_BLOCKERS)),
  /** The member who sent it. Null for a report, which lists its reporters. */
  from: z.nullable(person),
  report: z.nullable(
    z.strictObject({
      target: Target,
      reports: z.array(
        z.strictObject({ reporter: person, reason: z.enum(RULES), detail: z.string(), createdAt: isoTime }),
      ),
      publicReports: z.array(PublicReport),
    }),
  ),
  appeal: z.nullable(z.strictObject({ text: z.string(), restriction: RestrictionDetail, texts })),
  suggestion: z.nullable(
    z.strictObject({
      name: z.string(),
      reason: z.string(),
      /** UI language of the member who suggested it. */
      language: z.enum(LANGUAGES),
    }),
  ),
  feedback: z.nullable(
    z.strictObject({ type: z.enum(FEEDBACK_TYPES), description: z.string(), contact: z.nullable(z.string()) }),
  ),
});
export type CaseDetail = z.output<typeof CaseDetail>;

/** What moderators know about a member. */
export const MemberRecord = z.strictObject({
  member: person,
  joinedAt: isoTime,
  /** Number of decisions on their submissions. */
  approved: z.int(),
  rejected: z.int(),
  /** Number of cases about them or their work, and how many were upheld. */
  reported: z.int(),
  upheld: z.int(),
  /** Newest first, at most 20. */
  restrictions: z.array(RestrictionDetail),
  /** Moderators can restrict members only. Admins can restrict moderators too. */
  mayRestrict: z.boolean(),
});
export type MemberRecord = z.output<typeof MemberRecord>;

/** A row of the append-only log. */
export const LogEntry = z.strictObject({
  id,
  /**
   * The subject: `review`, `restriction`, `report`, `appeal`, `suggestion`, `feedback`, `role`, `job`, `factors`, or
   * `story_draft`, `chapter_draft` for a text that was read although its author has never submitted it.
   */
  kind: z.string(),
  action: z.string(),
  /** Title of the subject, for display. */
  title: z.string(),
  titleLanguage: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  /** Null if the system or the command line did it. */
  by: z.nullable(person),
  reason: z.nullable(z.string()),
  days: z.nullable(z.int()),
  /** For decisions: how they came about, and whether a machine decided. Null for everything else. */
  foundBy: z.nullable(z.enum(FOUND_BY)),
  automated: z.nullable(z.boolean()),
  at: isoTime,
});
export type LogEntry = z.output<typeof LogEntry>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const MODERATOR_ERRORS = [...MEMBER_ERRORS, 'forbidden'] as const;

export const caseApi = {
  report: endpoint({
    method: 'POST',
    path: 'moderation/report',
    access: 'member',
    summary: 'Reports a work or a member, anonymously. The reporter gets a message with the outcome.',
    input: z.strictObject({
      kind: z.enum(TARGET_KINDS),
      targetId: id,
      reason: z.enum(RULES, { error: fields.reportedRule.absent }),
      detail: z.optional(text(fields.reportDetail)),
    }),
    /** Number of the case, for the receipt. */
    response: z.strictObject({ caseId: id }),
    limit: 'report',
    errors: [...MEMBER_ERRORS, 'target_not_found', 'own_target', 'already_reported'],
  }),
  case: endpoint({
    method: 'GET',
    path: 'moderation/case',
    access: 'moderator',
    summary: 'Returns an open report, appeal, suggestion or feedback.',
    input: z.strictObject({ kind: z.enum(CASE_KINDS), caseId: id }),
    response: CaseDetail,
    errors: [...MODERATOR_ERRORS, 'case_not_found'],
  }),
  closeReport: endpoint({
    method: 'POST',
    path: 'moderation/close_report',
    access: 'moderator',
    summary: 'Closes a report without a restriction. To uphold it, restrict with its `caseId`.',
    input: z.strictObject({ caseId: id, answer: z.optional(reason) }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed', 'own_work'],
  }),
  restrict: endpoint({
    method: 'POST',
    path: 'moderation/restrict',
    access: 'moderator',
    summary:
      'Bans a story, hides a chapter, disqualifies an entry, takes down a translation, or suspends or bans a member.',
    input: z.strictObject({
      action: z.enum(RESTRICTION_ACTIONS),
      targetId: id,
      rule,
      reason,
      excerpt: z.optional(text(fields.excerpt)),
      /** Length of a suspension. */
      days: z.optional(z.literal(SUSPENSION_DAYS)),
      /** The report that leads to it. It is closed as upheld. */
      caseId: z.optional(id),
      /** The law that it is based on besides the rule, with its country. */
      law: z.optional(z.enum(LAWS, { error: fields.reportLaw.absent })),
      country: z.optional(text(fields.reportCountry)),
    }),
    response: z.strictObject({ restrictionId: id }),
    limit: 'moderate',
    errors: [
      ...MODERATOR_ERRORS,
      'target_not_found',
      'case_not_found',
      'case_closed',
      'own_work',
      'wrong_state',
      'not_over_moderators',
      'last_administrator',
    ],
  }),
  lift: endpoint({
    method: 'POST',
    path: 'moderation/lift',
    access: 'moderator',
    summary: 'Reverses a decision and restores what it took away. Not for decisions about the caller.',
    input: z.strictObject({ restrictionId: id, reason }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'restriction_not_found', 'wrong_state', 'own_work', 'not_over_moderators'],
  }),
  decideAppeal: endpoint({
    method: 'POST',
    path: 'moderation/decide_appeal',
    access: 'moderator',
    summary: 'Grants an appeal, which reverses the decision, or denies it. Not by the moderator who decided.',
    input: z.strictObject({ appealId: id, granted: z.boolean(), answer: reason }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed', 'own_work', 'own_decision', 'not_over_moderators'],
  }),
  readFeedback: endpoint({
    method: 'POST',
    path: 'moderation/read_feedback',
    access: 'moderator',
    summary: 'Marks feedback as read, which removes it from the moderation queue.',
    input: z.strictObject({ feedbackId: id }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed'],
  }),
  record: endpoint({
    method: 'GET',
    path: 'moderation/record',
    access: 'moderator',
    summary: 'Returns a member’s submissions, reports and restrictions in numbers, and the decisions about them.',
    input: z.strictObject({ userId: id }),
    response: MemberRecord,
    errors: [...MODERATOR_ERRORS, 'user_not_found'],
  }),
  restriction: endpoint({
    method: 'GET',
    path: 'moderation/restriction',
    access: 'moderator',
    summary: 'Returns the decision in force about a work or a member, or null.',
    input: z.strictObject({ action: z.enum(RESTRICTION_ACTIONS), targetId: id }),
    response: z.strictObject({ restriction: z.nullable(RestrictionDetail) }),
    errors: MODERATOR_ERRORS,
  }),
  log: endpoint({
    method: 'GET',
    path: 'moderation/log',
    access: 'moderator',
    summary: 'Returns the actions of moderators, newest first.',
    input: z.strictObject({ mine: z.optional(z.literal('1')), cursor, limit: pageLimit }),
    response: z.array(LogEntry),
    list: true,
    errors: MODERATOR_ERRORS,
  }),
  ownRestrictions: endpoint({
    method: 'GET',
    path: 'user/restrictions',
    access: 'account',
    summary: 'Returns the decisions about the caller and their work, newest first.',
    input: nothing,
    response: z.array(RestrictionView),
    errors: ['login_required', 'banned'],
  }),
  reasons: endpoint({
    method: 'GET',
    path: 'user/reasons',
    access: 'account',
    summary: 'Returns the statement of reasons of a decision about the caller or their work.',
    input: z.strictObject({ restrictionId: id }),
    response: RestrictionView,
    errors: ['login_required', 'banned', 'restriction_not_found'],
  }),
  appeal: endpoint({
    method: 'POST',
    path: 'user/appeal',
    access: 'account',
    summary: 'Appeals a decision, once. Another moderator decides.',
    input: z.strictObject({
      restrictionId: id,
      text: text(fields.appealText),
    }),
    response: done,
    limit: 'appeal',
    errors: ['login_required', 'banned', 'restriction_not_found', 'already_appealed', 'appeal_too_late', 'wrong_state'],
  }),
};

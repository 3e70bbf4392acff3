import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import * as fields from './model/moderation-fields.ts';
import { FEEDBACK_TYPES } from './model/moderation-limits.ts';
import { CASE_KINDS, DECISION_BLOCKERS } from './model/queue.ts';
import { RESTRICTION_ACTIONS, RULES, SUSPENSION_DAYS, TARGET_KINDS } from './model/restriction.ts';

/** Reports, decisions against somebody or their work, appeals, and what else waits in the moderation queue beside submissions. */

const person = z.strictObject({ id, username: z.string(), slug: z.string() });
const reason = text(fields.reason);
const rule = z.enum(RULES, { error: fields.decisionRule.absent });

/** A decision as the one whom it meets is told of it, and as moderators see it (product §10). */
export const RestrictionView = z.strictObject({
  id,
  action: z.enum(RESTRICTION_ACTIONS),
  subjectId: id,
  /** Title of the story, chapter or entry; the username of a member. */
  title: z.string(),
  titleLanguage: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  rule: z.enum(RULES),
  reason: z.string(),
  excerpt: z.string(),
  decidedAt: isoTime,
  /** Null where it holds until somebody lifts it. */
  until: z.nullable(isoTime),
  liftedAt: z.nullable(isoTime),
  /** Until when it can be appealed. */
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

/** A restriction as moderators see it: with whom it meets and who decided; null where the command line did. */
const RestrictionDetail = z.strictObject({
  ...RestrictionView.shape,
  account: person,
  decidedBy: z.nullable(person),
});
export type RestrictionDetail = z.output<typeof RestrictionDetail>;

const texts = z.array(z.strictObject({ field: z.string(), text: z.string() }));

/** What a report is about, as it stands now. */
const Target = z.strictObject({
  kind: z.enum(TARGET_KINDS),
  id,
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  owner: person,
  /** Published and not taken down already. */
  isPublic: z.boolean(),
  texts,
});
export type Target = z.output<typeof Target>;

/** One case of the moderation queue that is no submission. */
export const CaseDetail = z.strictObject({
  id,
  kind: z.enum(CASE_KINDS),
  createdAt: isoTime,
  blocker: z.nullable(z.enum(DECISION_BLOCKERS)),
  /** Who sent it. Nobody for a report: its reporters stand in it. */
  from: z.nullable(person),
  report: z.nullable(
    z.strictObject({
      target: Target,
      reports: z.array(
        z.strictObject({ reporter: person, reason: z.enum(RULES), detail: z.string(), createdAt: isoTime }),
      ),
    }),
  ),
  appeal: z.nullable(z.strictObject({ text: z.string(), restriction: RestrictionDetail, texts })),
  suggestion: z.nullable(
    z.strictObject({
      name: z.string(),
      reason: z.string(),
      /** In which whoever suggested it reads the site. */
      language: z.enum(LANGUAGES),
    }),
  ),
  feedback: z.nullable(
    z.strictObject({ type: z.enum(FEEDBACK_TYPES), description: z.string(), contact: z.nullable(z.string()) }),
  ),
});
export type CaseDetail = z.output<typeof CaseDetail>;

/** What moderators know of a member. */
export const MemberRecord = z.strictObject({
  member: person,
  joinedAt: isoTime,
  /** What became of their submissions. */
  approved: z.int(),
  rejected: z.int(),
  /** Cases about them or their work, and how many of these were upheld. */
  reported: z.int(),
  upheld: z.int(),
  /** Newest first, at most 20. */
  restrictions: z.array(RestrictionDetail),
  /** Moderators act on members only; administrators on moderators too. */
  mayRestrict: z.boolean(),
});
export type MemberRecord = z.output<typeof MemberRecord>;

/** One row of the append-only log. */
export const LogEntry = z.strictObject({
  id,
  /** Of what: `review`, `restriction`, `report`, `appeal`, `suggestion`, `feedback`, `role`. */
  kind: z.string(),
  action: z.string(),
  /** What it was about, in words that can be shown. */
  title: z.string(),
  titleLanguage: z.nullable(z.enum(LANGUAGES)),
  storyId: z.nullable(id),
  chapterId: z.nullable(id),
  /** Null where the system or the command line did it. */
  by: z.nullable(person),
  reason: z.nullable(z.string()),
  days: z.nullable(z.int()),
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
    summary: 'Reports a work or a member. Nobody learns who reported; the outcome comes by message.',
    input: z.strictObject({
      kind: z.enum(TARGET_KINDS),
      targetId: id,
      reason: z.enum(RULES, { error: fields.reportedRule.absent }),
      detail: z.optional(text(fields.reportDetail)),
    }),
    /** The number of the case, for the receipt. */
    response: z.strictObject({ caseId: id }),
    limit: 'report',
    errors: [...MEMBER_ERRORS, 'target_not_found', 'own_target', 'already_reported'],
  }),
  case: endpoint({
    method: 'GET',
    path: 'moderation/case',
    access: 'moderator',
    summary: 'One report, appeal, suggestion or feedback that waits.',
    input: z.strictObject({ kind: z.enum(CASE_KINDS), caseId: id }),
    response: CaseDetail,
    errors: [...MODERATOR_ERRORS, 'case_not_found'],
  }),
  closeReport: endpoint({
    method: 'POST',
    path: 'moderation/close_report',
    access: 'moderator',
    summary: 'Closes a report without a decision against anybody. To uphold it, restrict with its `caseId`.',
    input: z.strictObject({ caseId: id, answer: z.optional(reason) }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed', 'own_work'],
  }),
  restrict: endpoint({
    method: 'POST',
    path: 'moderation/restrict',
    access: 'moderator',
    summary: 'Bans a story, hides a chapter, takes an entry or translation out, suspends or bans a member.',
    input: z.strictObject({
      action: z.enum(RESTRICTION_ACTIONS),
      targetId: id,
      rule,
      reason,
      excerpt: z.optional(text(fields.excerpt)),
      /** Of a suspension. */
      days: z.optional(z.literal(SUSPENSION_DAYS)),
      /** The report that it answers, which is closed as upheld with it. */
      caseId: z.optional(id),
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
    summary: 'Lifts a decision: what was taken away is there again. Not by whom it meets.',
    input: z.strictObject({ restrictionId: id, reason }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'restriction_not_found', 'wrong_state', 'own_work', 'not_over_moderators'],
  }),
  decideAppeal: endpoint({
    method: 'POST',
    path: 'moderation/decide_appeal',
    access: 'moderator',
    summary: 'Grants an appeal, which lifts the decision, or upholds the decision. Never by who made it.',
    input: z.strictObject({ appealId: id, granted: z.boolean(), answer: reason }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed', 'own_work', 'own_decision', 'not_over_moderators'],
  }),
  readFeedback: endpoint({
    method: 'POST',
    path: 'moderation/read_feedback',
    access: 'moderator',
    summary: 'Takes feedback off the moderation queue.',
    input: z.strictObject({ feedbackId: id }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed'],
  }),
  record: endpoint({
    method: 'GET',
    path: 'moderation/record',
    access: 'moderator',
    summary: 'What became of a member’s work, and what was decided against them.',
    input: z.strictObject({ userId: id }),
    response: MemberRecord,
    errors: [...MODERATOR_ERRORS, 'user_not_found'],
  }),
  restriction: endpoint({
    method: 'GET',
    path: 'moderation/restriction',
    access: 'moderator',
    summary: 'What is decided against a work or a member and holds; null where nothing is.',
    input: z.strictObject({ action: z.enum(RESTRICTION_ACTIONS), targetId: id }),
    response: z.strictObject({ restriction: z.nullable(RestrictionDetail) }),
    errors: MODERATOR_ERRORS,
  }),
  log: endpoint({
    method: 'GET',
    path: 'moderation/log',
    access: 'moderator',
    summary: 'Every act of moderators, newest first.',
    input: z.strictObject({ mine: z.optional(z.literal('1')), cursor, limit: pageLimit }),
    response: z.array(LogEntry),
    list: true,
    errors: MODERATOR_ERRORS,
  }),
  ownRestrictions: endpoint({
    method: 'GET',
    path: 'user/restrictions',
    access: 'account',
    summary: 'What was decided against the caller and their work, newest first.',
    input: nothing,
    response: z.array(RestrictionView),
    errors: ['login_required', 'banned'],
  }),
  appeal: endpoint({
    method: 'POST',
    path: 'user/appeal',
    access: 'account',
    summary: 'Appeals a decision, once; somebody who did not decide hears it.',
    input: z.strictObject({
      restrictionId: id,
      text: text(fields.appealText),
    }),
    response: done,
    limit: 'appeal',
    errors: ['login_required', 'banned', 'restriction_not_found', 'already_appealed', 'appeal_too_late', 'wrong_state'],
  }),
};

import * as z from 'zod/mini';
import { endpoint } from '#core/endpoint.ts';
import { id, isoTime, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { email } from '#features/accounts/model/identity.ts';
import { LAWS } from './model/law.ts';
import * as fields from './model/moderation-fields.ts';
import { GROUNDS } from './model/public-report.ts';
import { RULES, TARGET_KINDS } from './model/restriction.ts';

/** Reports that anyone can send through the form, with or without an account (Digital Services Act, article 16). */

/** What an address leads to. */
const ReportedTarget = z.strictObject({
  kind: z.enum(TARGET_KINDS),
  /** Title of the work, or username of the member. */
  title: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
  /** Title of the story that it is in. Null for a story and a member. */
  storyTitle: z.nullable(z.string()),
});
export type ReportedTarget = z.output<typeof ReportedTarget>;

const address = text(fields.reportedAddress);
const report = {
  url: address,
  /** The passage that it is about. */
  passage: z.optional(text(fields.reportedPassage)),
  ground: z.enum(GROUNDS, { error: 'report_ground' }),
  /** With the ground `rule`. */
  rule: z.optional(z.enum(RULES, { error: fields.decisionRule.absent })),
  /** With the ground `law`. */
  law: z.optional(z.enum(LAWS, { error: fields.reportLaw.absent })),
  country: z.optional(text(fields.reportCountry)),
  detail: text(fields.publicDetail),
  /** The sender believes that all of it is true and complete. */
  accurate: z.literal(true, { error: 'report_accurate' }),
};

const Receipt = z.strictObject({
  /** Number for questions about it. */
  number: z.string(),
  sentAt: isoTime,
  target: ReportedTarget,
});
export type Receipt = z.output<typeof Receipt>;

export const publicReportApi = {
  target: endpoint({
    method: 'GET',
    path: 'report/target',
    access: 'public',
    uncached: true,
    summary: 'Returns what an address of this site leads to, if it can be reported.',
    input: z.strictObject({ url: address }),
    response: ReportedTarget,
    errors: [],
  }),
  send: endpoint({
    method: 'POST',
    path: 'report/send',
    access: 'open',
    summary: 'Reports what is at an address, without an account. Receipt and outcome are sent by email.',
    input: z.strictObject({
      ...report,
      /** Both are required, unless it is about the sexual abuse of children. */
      name: z.optional(text(fields.reporterName)),
      email: z.optional(text(email)),
      cfTurnstileResponse: z.optional(z.string().check(z.maxLength(4000))),
    }),
    response: Receipt,
    errors: ['please_complete_verification', 'verification_unavailable'],
  }),
  sendAsMember: endpoint({
    method: 'POST',
    path: 'report/send_as_member',
    access: 'member',
    summary: 'Reports what is at an address, as a member. Receipt and outcome are sent to their email address.',
    input: z.strictObject(report),
    response: Receipt,
    limit: 'report',
    errors: ['login_required', 'banned', 'own_target', 'already_reported'],
  }),
};

/** A public report, as moderators see it. */
export const PublicReport = z.strictObject({
  id,
  number: z.string(),
  /** The member who sent it. Null for visitors. */
  reporter: z.nullable(z.strictObject({ id, username: z.string(), slug: z.string() })),
  /** Of visitors. Null if they didn’t give it, or if it has been erased. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  reason: z.nullable(z.enum(RULES)),
  law: z.nullable(z.enum(LAWS)),
  country: z.nullable(z.string()),
  passage: z.string(),
  detail: z.string(),
  createdAt: isoTime,
});
export type PublicReport = z.output<typeof PublicReport>;

import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { jobKind } from '#platform/jobs/jobs.ts';

/** What emails about an account can say. */
export const ACCOUNT_MAIL_KINDS = [
  'verify',
  'already_registered',
  'reset',
  'password_changed',
  'session_replayed',
  'too_many_failures',
  'suspended',
  'banned',
  'lifted',
  'deletion_requested',
  'deletion_canceled',
  'export_ready',
  'erased',
  'appeal_granted',
  'appeal_upheld',
  'email',
  'email_asked',
  'google_connected',
  'google_disconnected',
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** Kinds of emails that earlier versions have queued, with their present names. */
const FORMER_KINDS: Readonly<Record<string, AccountMailKind>> = {
  leaving: 'deletion_requested',
  kept: 'deletion_canceled',
};

/** What a moderator wrote, besides what is in the account. */
const told = z.object({
  reason: z.optional(z.string()),
  rule: z.optional(z.string()),
  excerpt: z.optional(z.string()),
});
export type AccountMailTold = z.output<typeof told>;

/** Emails about the account itself. */
export const accountMail = jobKind(
  'accounts.mail',
  z.object({
    kind: z.pipe(
      z.transform((kind: AccountMailKind) => FORMER_KINDS[kind] ?? kind),
      z.enum(ACCOUNT_MAIL_KINDS),
    ),
    accountId: id,
    language: z.string(),
    /** Id of the link. Its token is computed only when the email is written, so that no queue contains it. */
    linkId: z.optional(id),
    told: z.optional(told),
  }),
  // An unresponsive mail server blocks each email for 20 s. It must not block other jobs too.
  { priority: 'patient', lanes: 2 },
);

/** The purposes that tokens of emailed links are signed for. */
export const LINK_PURPOSE = { verify: 'mail-verify', reset: 'mail-reset', email: 'mail-email' } as const;

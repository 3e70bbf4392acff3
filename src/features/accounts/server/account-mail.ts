import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { jobKind } from '#platform/jobs/jobs.ts';

const KINDS = [
  'verify',
  'already_registered',
  'reset',
  'password_changed',
  'session_replayed',
  'too_many_failures',
  'suspended',
  'banned',
  'lifted',
  'leaving',
  'kept',
  'export_ready',
  'erased',
  'appeal_granted',
  'appeal_upheld',
  'email',
  'email_asked',
  'google_connected',
  'google_disconnected',
] as const;
export type AccountMailKind = (typeof KINDS)[number];

/** What a moderator said, beside what stands in the account. */
const told = z.object({
  reason: z.optional(z.string()),
  rule: z.optional(z.string()),
  excerpt: z.optional(z.string()),
});
export type AccountMailTold = z.output<typeof told>;

/** Mails about the account itself. */
export const accountMail = jobKind(
  'accounts.mail',
  z.object({
    kind: z.enum(KINDS),
    accountId: id,
    language: z.string(),
    /** The row of the link; its token is computed only when the mail is written, so no queue ever holds one. */
    linkId: z.optional(id),
    told: z.optional(told),
  }),
  // A mail server that answers nobody holds each mail for 20 s; it must not hold the rest of the site as well.
  { priority: 'patient', lanes: 2 },
);

/** What the tokens of mailed links are signed for. */
export const LINK_PURPOSE = { verify: 'mail-verify', reset: 'mail-reset', email: 'mail-email' } as const;

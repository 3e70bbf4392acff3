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
] as const;

/** Mails about the account itself. */
export const accountMail = jobKind(
  'accounts.mail',
  z.object({
    kind: z.enum(KINDS),
    accountId: id,
    language: z.string(),
    /** The row of the link; its token is computed only when the mail is written, so no queue ever holds one. */
    linkId: z.optional(id),
  }),
  // A mail server that answers nobody holds each mail for 20 s; it must not hold the rest of the site as well.
  { priority: 'patient', lanes: 2 },
);

/** What the tokens of mailed links are signed for. */
export const LINK_PURPOSE = { verify: 'mail-verify', reset: 'mail-reset' } as const;

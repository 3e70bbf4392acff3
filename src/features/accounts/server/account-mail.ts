import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { jobKind } from '#platform/jobs/jobs.ts';
import type { LetterKind } from '#platform/mail/send-letter.ts';
import { PROVIDERS } from '../model/connections.ts';

/** Kinds of emails that earlier versions have queued, with their present names. */
const FORMER_KINDS: Readonly<Record<string, LetterKind>> = {
  leaving: 'deletion_requested',
  kept: 'deletion_canceled',
};

/** What isn’t in the account: what a moderator wrote and decided, and the connections that a reset has cut or left. */
const told = z.object({
  reason: z.optional(z.string()),
  rule: z.optional(z.string()),
  excerpt: z.optional(z.string()),
  cut: z.optional(z.array(z.enum(PROVIDERS))),
  kept: z.optional(z.array(z.enum(PROVIDERS))),
  /** The law that the decision is based on besides the rule, and the code of its country. */
  law: z.optional(z.string()),
  country: z.optional(z.string()),
  /** How the decision came about. */
  found: z.optional(z.string()),
  /** About a work: what was done, its title, and the number of the statement of reasons. */
  action: z.optional(z.string()),
  title: z.optional(z.string()),
  number: z.optional(z.string()),
  /** What has changed about second factors. */
  change: z.optional(z.string()),
});
export type AccountMailTold = z.output<typeof told>;

/** Emails about the account itself. */
export const accountMail = jobKind(
  'accounts.mail',
  z.object({
    kind: z.pipe(
      z.custom<LetterKind>((kind) => typeof kind === 'string'),
      z.transform((kind) => FORMER_KINDS[kind] ?? kind),
    ),
    accountId: id,
    language: z.string(),
    /** Id of the link. Its token is computed only when the email is written, so that no queue contains it. */
    linkId: z.optional(id),
    /** Session of a login from a new device. */
    sessionId: z.optional(id),
    told: z.optional(told),
  }),
  { priority: 'patient', lanes: 2 },
);

/** The purposes that tokens of emailed links are signed for. */
export const LINK_PURPOSE = {
  verify: 'mail-verify',
  reset: 'mail-reset',
  email: 'mail-email',
  login: 'mail-login',
} as const;

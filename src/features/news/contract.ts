import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { MAIL_CHOICES } from '#core/mail-kinds.ts';

const choice = z.enum(MAIL_CHOICES);
const kind = z.string().check(z.maxLength(40));

/** What a member gets by email. */
export const NewsSettings = z.strictObject({
  mails: z.array(
    z.strictObject({
      kind,
      /** Its name and an explanation, in the language of the caller. */
      label: z.string(),
      help: z.string(),
      choices: z.array(choice),
      choice,
    }),
  ),
  email: z.string(),
  /** True if the address was refused, so that nothing is sent to it. */
  isStopped: z.boolean(),
  timeZone: z.string(),
});
export type NewsSettings = z.output<typeof NewsSettings>;

/** Secret of a link in an email, for a member, their address and a kind of email. It doesn’t expire. */
const token = z.string().check(z.maxLength(200));

export const newsApi = {
  settings: endpoint({
    method: 'GET',
    path: 'news/settings',
    access: 'member',
    summary: 'Returns what the caller gets by email.',
    input: nothing,
    response: NewsSettings,
    errors: ['login_required', 'banned'],
  }),
  choose: endpoint({
    method: 'POST',
    path: 'news/choose',
    access: 'member',
    summary: 'Changes when the caller gets emails of a kind.',
    input: z.strictObject({ kind, choice }),
    response: done,
    limit: 'mail_settings',
    errors: ['login_required', 'banned'],
  }),
  resume: endpoint({
    method: 'POST',
    path: 'news/resume',
    access: 'member',
    summary: 'Sends emails to the caller again, after their address was refused.',
    input: nothing,
    response: done,
    limit: 'mail_settings',
    errors: ['login_required', 'banned'],
  }),
  unsubscribing: endpoint({
    method: 'GET',
    path: 'news/unsubscribing',
    access: 'public',
    summary: 'Returns which kind of email a link stops. Changes nothing; a POST to the link stops them.',
    input: z.strictObject({ token }),
    response: z.strictObject({ label: z.string() }),
    errors: ['not_found'],
  }),
};

import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { isoTime } from '#core/fields.ts';

const token = z.string({ error: 'required' }).check(z.minLength(1, 'required'), z.maxLength(100));

/** What the page of the link shows. */
export const FirstAdministratorLink = z.strictObject({
  expiresAt: isoTime,
  /** False if the site has no mail server. The links in its emails are then in its log. */
  sendsEmails: z.boolean(),
});
export type FirstAdministratorLink = z.output<typeof FirstAdministratorLink>;

export const firstAdministratorApi = {
  see: endpoint({
    method: 'POST',
    path: 'user/first_administrator_link',
    access: 'open',
    read: true,
    summary: 'Tells whether the link in the log of a site without an administrator is still valid. Does not redeem it.',
    input: z.strictObject({ token }),
    response: FirstAdministratorLink,
    limit: 'login',
    errors: ['link_invalid'],
  }),
  become: endpoint({
    method: 'POST',
    path: 'user/become_first_administrator',
    access: 'member',
    summary:
      'Makes the caller the first administrator, with the link in the log of a site without one. Afterwards, none of these links is valid.',
    input: z.strictObject({ token }),
    response: done,
    limit: 'login',
    errors: ['login_required', 'banned', 'link_invalid'],
  }),
};

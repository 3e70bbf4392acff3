import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { isoTime, text } from '#core/fields.ts';
import { humanCheckResponse } from './contract.ts';
import { Tokens, token } from './contract-members.ts';
import * as identity from './model/identity.ts';

/** A login from a device that the account didn’t know. */
export const NewLogin = z.strictObject({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  at: isoTime,
  /** The session has ended, and its user can’t know the password. */
  isOver: z.boolean(),
});
export type NewLogin = z.output<typeof NewLogin>;

/** Logging in with an emailed link, and ending a login that wasn’t the member’s. */
export const loginApi = {
  requestLink: endpoint({
    method: 'POST',
    path: 'user/req_login_link',
    access: 'open',
    summary:
      'Emails a link to log in with, while there are many failed logins. The response is the same for unknown addresses.',
    input: z.strictObject({ email: text(identity.email), cfTurnstileResponse: humanCheckResponse }),
    response: done,
    limit: 'reset',
    errors: ['please_complete_verification', 'verification_unavailable', 'many_action', 'wrong_state'],
  }),
  loginWithLink: endpoint({
    method: 'POST',
    path: 'user/login_with_link',
    access: 'open',
    summary: 'Redeems an emailed link and logs in.',
    input: z.strictObject({ token }),
    response: Tokens,
    limit: 'login',
    errors: ['link_invalid', 'second_step', 'banned'],
  }),
  seeNewLogin: endpoint({
    method: 'POST',
    path: 'user/new_login',
    access: 'open',
    read: true,
    summary: 'Returns the login that an email reported. Changes nothing.',
    input: z.strictObject({ token }),
    response: NewLogin,
    limit: 'login',
    errors: ['link_invalid'],
  }),
  disownLogin: endpoint({
    method: 'POST',
    path: 'user/disown_login',
    access: 'open',
    summary: 'Ends a login that wasn’t the member’s, blocks the password, and emails a link to set a new one.',
    input: z.strictObject({ token }),
    response: z.extend(done, {
      /** Whether the password was blocked. Not if it was reset since, or if there is none. */
      isBlocked: z.boolean(),
    }),
    limit: 'login',
    errors: ['link_invalid'],
  }),
};

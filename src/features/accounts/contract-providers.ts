import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { text } from '#core/fields.ts';
import { Tokens, token } from './contract-members.ts';
import { PROOF_ERRORS, Proof } from './contract-proof.ts';
import { addressCodeRule } from './model/address-code.ts';
import type { Provider } from './model/connections.ts';
import * as identity from './model/identity.ts';

/** What a provider handed to the browser for us. `code` is missing if the user canceled there. */
const providerAnswer = z.strictObject({
  state: z.string({ error: 'required' }).check(z.maxLength(200)),
  code: z.optional(z.string().check(z.maxLength(2000))),
  iss: z.optional(z.string().check(z.maxLength(500))),
});
const from = z.string();

/** What can be wrong with what a provider returned. */
const GOOGLE_ERRORS = ['google_cancelled', 'google_state_lost', 'google_refused', 'google_unavailable'] as const;
const OPENID_ERRORS = [
  'provider_cancelled',
  'provider_state_lost',
  'provider_refused',
  'provider_unavailable',
] as const;
/** What besides can keep an account from being connected. */
const GOOGLE_CONNECT_ERRORS = ['google_email_unverified', 'google_taken'] as const;

/** The cookies set by `/auth/google` and `/auth/openid`, where a login with a provider starts. */
export const FLOW_COOKIES = { google: 'skein_google', openid: 'skein_openid' } as const satisfies Record<
  Provider,
  string
>;
/** Prefix of a `state` that connects an account instead of logging in. The callback page checks it. */
export const CONNECTS = 'connect.';
/** Prefix of a `state` that proves who the member is. */
export const PROVES = 'prove.';

/** What a login with a provider is answered with. */
const loggedIn = z.extend(Tokens, {
  from,
  /** Present only if this login created or confirmed the account. */
  isNew: z.optional(z.literal(true)),
});
const proven = z.strictObject({
  from,
  /** The path of the call that it proves the owner for. */
  act: z.string(),
  /** The proof of kind `provider`. It can be used once, within 5 minutes. */
  provider: z.string(),
});
const connectInput = z.extend(providerAnswer, { proof: Proof });
const disconnectInput = z.strictObject({ proof: Proof });

export const providerApi = {
  loginWithGoogle: endpoint({
    method: 'POST',
    path: 'user/google_login',
    access: 'open',
    summary: 'Logs in with what Google gave the browser after `/auth/google`. `from` is the page where it started.',
    input: providerAnswer,
    cookie: FLOW_COOKIES.google,
    response: loggedIn,
    limit: 'login',
    errors: ['not_found', 'banned', 'second_step', 'google_other', ...GOOGLE_CONNECT_ERRORS, ...GOOGLE_ERRORS],
  }),
  connectGoogle: endpoint({
    method: 'POST',
    path: 'user/connect_google',
    access: 'member',
    summary: 'Connects a Google account to the caller’s account. `from` is the page where it started. Needs proof.',
    input: connectInput,
    cookie: FLOW_COOKIES.google,
    response: z.strictObject({ from }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found', ...PROOF_ERRORS, ...GOOGLE_CONNECT_ERRORS, ...GOOGLE_ERRORS],
  }),
  proveWithGoogle: endpoint({
    method: 'POST',
    path: 'user/prove_with_google',
    access: 'open',
    summary: 'Returns a proof for one call after `/auth/google?prove=PATH`, where the member had to log in again.',
    input: providerAnswer,
    cookie: FLOW_COOKIES.google,
    response: proven,
    limit: 'login',
    errors: ['not_found', 'google_other', 'google_not_fresh', ...GOOGLE_ERRORS],
  }),
  disconnectGoogle: endpoint({
    method: 'POST',
    path: 'user/disconnect_google',
    access: 'member',
    summary: 'Disconnects the Google account. Requires another way to log in, and needs proof.',
    input: disconnectInput,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', ...PROOF_ERRORS],
  }),
  loginWithOpenid: endpoint({
    method: 'POST',
    path: 'user/openid_login',
    access: 'open',
    summary:
      'Logs in with what the other provider gave the browser after `/auth/openid`. `from` is the page where it started.',
    input: providerAnswer,
    cookie: FLOW_COOKIES.openid,
    response: loggedIn,
    limit: 'login',
    errors: [
      'not_found',
      'banned',
      'second_step',
      'address_needed',
      'provider_other',
      'provider_taken',
      ...OPENID_ERRORS,
    ],
  }),
  askAddress: endpoint({
    method: 'POST',
    path: 'user/openid_address',
    access: 'open',
    summary:
      'After `address_needed`: emails a code to an address. The response is the same whether or not the address is taken.',
    input: z.strictObject({ token, email: text(identity.email) }),
    response: z.strictObject({
      /** For `user/confirm_openid_address`, with the code. */
      token: z.string(),
    }),
    limit: 'register',
    errors: ['not_found', 'many_action', 'provider_state_lost'],
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: 'user/confirm_openid_address',
    access: 'open',
    summary: 'Confirms the address with the emailed code, creates the account and logs in.',
    input: z.strictObject({ token, code: text(addressCodeRule) }),
    response: loggedIn,
    limit: 'login',
    errors: ['not_found', 'banned', 'provider_state_lost', 'provider_refused', 'provider_taken'],
  }),
  connectOpenid: endpoint({
    method: 'POST',
    path: 'user/connect_openid',
    access: 'member',
    summary: 'Connects the caller’s account to the other provider. `from` is the page where it started. Needs proof.',
    input: connectInput,
    cookie: FLOW_COOKIES.openid,
    response: z.strictObject({ from }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found', ...PROOF_ERRORS, 'provider_taken', ...OPENID_ERRORS],
  }),
  proveWithOpenid: endpoint({
    method: 'POST',
    path: 'user/prove_with_openid',
    access: 'open',
    summary: 'Returns a proof for one call after `/auth/openid?prove=PATH`, where the member had to log in again.',
    input: providerAnswer,
    cookie: FLOW_COOKIES.openid,
    response: proven,
    limit: 'login',
    errors: ['not_found', 'provider_other', 'provider_not_fresh', ...OPENID_ERRORS],
  }),
  disconnectOpenid: endpoint({
    method: 'POST',
    path: 'user/disconnect_openid',
    access: 'member',
    summary: 'Disconnects the other provider. Requires another way to log in, and needs proof.',
    input: disconnectInput,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', ...PROOF_ERRORS],
  }),
};

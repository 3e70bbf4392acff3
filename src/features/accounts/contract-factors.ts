import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, isoTime, text } from '#core/fields.ts';
import { Tokens, token } from './contract-members.ts';
import { AnsweredChallenge, NewPasskeyAnswer, PasskeyChallenge } from './contract-passkeys.ts';
import { PROOF_ERRORS, Proof } from './contract-proof.ts';
import { passkeyName, recoveryCode, totpCode } from './model/second-factor.ts';

export const Passkey = z.strictObject({ id, name: z.string(), addedAt: isoTime, usedAt: z.nullable(isoTime) });
export type Passkey = z.output<typeof Passkey>;

/** A device on which logging in takes no second step. */
export const TrustedDevice = z.strictObject({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  until: isoTime,
  isThis: z.boolean(),
});
export type TrustedDevice = z.output<typeof TrustedDevice>;

export const Factors = z.strictObject({
  /** The authenticator app. Null if none is set up. */
  totp: z.nullable(z.strictObject({ addedAt: isoTime, usedAt: z.nullable(isoTime) })),
  passkeys: z.array(Passkey),
  /** Number of recovery codes that work and weren’t used. Null if none were made. */
  recoveryCodesLeft: z.nullable(z.int()),
  /** True if recovery codes no longer work, because they were made with a key that the site no longer has. */
  hasEndedCodes: z.boolean(),
  /** When an administrator’s help removes all second factors. Null if that isn’t planned. */
  removedAt: z.nullable(isoTime),
  /** Whether passkeys can be added: browsers allow none on a site without HTTPS, or at an IP address. */
  offersPasskeys: z.boolean(),
  /** True if a moderator’s rights rest, so that setting up the first factor takes a link from an email. */
  needsLink: z.boolean(),
  trustedDevices: z.array(TrustedDevice),
});
export type Factors = z.output<typeof Factors>;

export const TotpSetup = z.strictObject({
  /** The secret, as it is typed into an app. */
  key: z.string(),
  /** The same as an address that apps read, and its QR code: a square of this size, and the path of its dark parts. */
  uri: z.string(),
  qr: z.strictObject({ size: z.int(), path: z.string() }),
});
export type TotpSetup = z.output<typeof TotpSetup>;

/** They are shown only once. */
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Token of an emailed link, see `Factors.needsLink`. */
const enrolment = z.optional(token);

export const factorApi = {
  secondStep: endpoint({
    method: 'POST',
    path: 'user/second_step',
    access: 'open',
    summary:
      'Completes a login that was answered with `second_step`: with a code of the app, a recovery code, or a passkey. `from` is the page where a login with a provider started.',
    input: z.strictObject({
      token,
      code: z.optional(text(totpCode)),
      recoveryCode: z.optional(text(recoveryCode)),
      passkey: z.optional(AnsweredChallenge),
      /** Whether logging in on this device takes no second step for 30 days. Moderators always take it. */
      trustDevice: z.optional(z.boolean()),
    }),
    response: z.extend(Tokens, { from: z.optional(z.string()) }),
    limit: 'login',
    errors: [
      'second_step_expired',
      'passkey_refused',
      'banned',
      'google_refused',
      'google_taken',
      'google_other',
      'provider_refused',
      'provider_taken',
      'provider_other',
    ],
  }),
  passkeyChallenge: endpoint({
    method: 'POST',
    path: 'user/passkey_challenge',
    access: 'open',
    read: true,
    summary: 'Returns a challenge for a passkey: any of this site, or with the token of a second step, the member’s.',
    input: z.strictObject({ secondStep: z.optional(token) }),
    response: PasskeyChallenge,
    limit: 'passkey_challenge',
    errors: ['not_found', 'second_step_expired'],
  }),
  loginWithPasskey: endpoint({
    method: 'POST',
    path: 'user/passkey_login',
    access: 'open',
    summary: 'Logs in with a passkey, which needs neither email nor password nor a second step.',
    input: AnsweredChallenge,
    response: Tokens,
    limit: 'login',
    errors: ['passkey_refused', 'banned'],
  }),
  proofChallenge: endpoint({
    method: 'POST',
    path: 'user/proof_challenge',
    access: 'account',
    read: true,
    summary: 'Returns a challenge for the caller’s passkeys, to prove for the call of this path that it is them.',
    input: z.strictObject({ act: z.string().check(z.maxLength(60)) }),
    response: PasskeyChallenge,
    limit: 'passkey_challenge',
    errors: ['login_required', 'banned', 'not_found'],
  }),
  factors: endpoint({
    method: 'GET',
    path: 'user/factors',
    access: 'member',
    summary: 'Returns the caller’s authenticator app, passkeys and number of recovery codes.',
    input: nothing,
    response: Factors,
    errors: ['login_required', 'banned'],
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: 'user/begin_totp',
    access: 'member',
    summary: 'Returns the secret for an authenticator app. Nothing changes before it is turned on. Needs proof.',
    input: z.strictObject({ proof: Proof, enrolment }),
    response: TotpSetup,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'enrolment_link_required', ...PROOF_ERRORS],
  }),
  checkTotp: endpoint({
    method: 'POST',
    path: 'user/check_totp',
    access: 'member',
    summary: 'Checks a code of the app that is being set up, and returns the recovery codes.',
    input: z.strictObject({ code: text(totpCode) }),
    response: RecoveryCodes,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'setup_expired'],
  }),
  turnOnTotp: endpoint({
    method: 'POST',
    path: 'user/turn_on_totp',
    access: 'member',
    summary:
      'Turns the app on that was set up. From now on, logging in with a password or a provider takes a second step.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'setup_expired'],
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: 'user/remove_totp',
    access: 'member',
    summary: 'Removes the authenticator app. Moderators must keep one factor. Needs proof.',
    input: z.strictObject({ proof: Proof }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'second_factor_kept', ...PROOF_ERRORS],
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: 'user/new_recovery_codes',
    access: 'member',
    summary: 'Returns new recovery codes, which replace all earlier ones. Needs proof.',
    input: z.strictObject({ proof: Proof }),
    response: RecoveryCodes,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'wrong_state', ...PROOF_ERRORS],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: 'user/begin_passkey',
    access: 'member',
    summary: 'Returns the challenge for a new passkey. Needs proof.',
    input: z.strictObject({ proof: Proof, enrolment }),
    response: PasskeyChallenge,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found', 'enrolment_link_required', 'too_many_passkeys', ...PROOF_ERRORS],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: 'user/add_passkey',
    access: 'member',
    summary: 'Adds the new passkey. Returns recovery codes if the member has none yet.',
    input: z.strictObject({ token, name: text(passkeyName), answer: NewPasskeyAnswer }),
    response: z.strictObject({ recoveryCodes: z.nullable(z.array(z.string())) }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found', 'passkey_refused', 'too_many_passkeys'],
  }),
  renamePasskey: endpoint({
    method: 'POST',
    path: 'user/rename_passkey',
    access: 'member',
    summary: 'Renames one of the caller’s passkeys.',
    input: z.strictObject({ passkeyId: id, name: text(passkeyName) }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'passkey_not_found'],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: 'user/remove_passkey',
    access: 'member',
    summary: 'Removes one of the caller’s passkeys. Moderators must keep one factor. Needs proof.',
    input: z.strictObject({ passkeyId: id, proof: Proof }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'passkey_not_found', 'second_factor_kept', ...PROOF_ERRORS],
  }),
  askEnrolment: endpoint({
    method: 'POST',
    path: 'user/ask_enrolment',
    access: 'member',
    summary: 'Emails the link with which a moderator whose rights rest can set up a second factor.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'many_action'],
  }),
  distrustDevice: endpoint({
    method: 'POST',
    path: 'user/distrust_device',
    access: 'member',
    summary: 'Has the next login on one of the caller’s devices take the second step again.',
    input: z.strictObject({ deviceId: id }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'device_not_found'],
  }),
};

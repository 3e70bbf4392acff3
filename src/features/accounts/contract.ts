import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, isoTime, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Me, OwnSession, PublicUser, Tokens, token } from './contract-members.ts';
import { PROOF_ERRORS, Proof } from './contract-proof.ts';
import { ReopenedWish, Wish } from './contract-wishes.ts';
import { PROVIDERS } from './model/connections.ts';
import * as identity from './model/identity.ts';
import * as passwords from './model/password.ts';
import { isTimeZone } from './model/time-zone.ts';
import { PLACES_MAX } from './model/wish.ts';

export { Byline, Me, OwnSession, PublicUser, Tokens } from './contract-members.ts';

const email = text(identity.email);
const newPassword = text(passwords.newPassword);
const givenPassword = text(passwords.givenPassword);

/** Clients send it (spec §7). It has no effect. */
const platform = z.optional(z.string().check(z.maxLength(20)));
/** Response to the human check, of either kind (spec §7). */
export const humanCheckResponse = z.optional(z.string().check(z.maxLength(4000)));

/** IANA name of the time zone of a browser. */
const timeZone = z.string().check(z.maxLength(64));

/** Response to a sign-up. `waiting` is a secret with which the same tab can ask whether it was confirmed. */
const signedUp = z.strictObject({ ok: z.literal(true), waiting: z.string() });

/** A provider that an account is connected to. */
export const Connection = z.strictObject({
  provider: z.enum(PROVIDERS),
  /** Null if unknown. */
  connectedAt: z.nullable(isoTime),
  /** True if a reset of the password disconnects it without asking. */
  isCut: z.boolean(),
});
export type Connection = z.output<typeof Connection>;

export const accountApi = {
  challenge: endpoint({
    method: 'GET',
    path: 'human_check/challenge',
    access: 'open',
    summary: 'Returns a human check: a sum, or the site key of Turnstile. Both are null if no check is required.',
    input: z.strictObject({ action: z.enum(['register', 'login', 'reset', 'resend', 'report']) }),
    response: z.strictObject({
      challenge: z.nullable(z.unknown()),
      turnstile: z.nullable(z.strictObject({ siteKey: z.string() })),
    }),
    errors: ['verification_unavailable'],
  }),
  register: endpoint({
    method: 'POST',
    path: 'user/register',
    access: 'open',
    summary: 'Creates an account, which the emailed link activates. The response is the same if the address is taken.',
    input: z.strictObject({
      email,
      password: newPassword,
      terms: z.optional(z.literal(true, { error: 'pleaseAgreeTerms' })),
      platform,
      cfTurnstileResponse: humanCheckResponse,
      /** What the visitor wanted to do. It is kept with the emailed link and returned when it is redeemed. */
      wish: z.optional(Wish),
      /** Number of reading positions in this browser, so that another browser can say where they are. */
      places: z.optional(z.int().check(z.minimum(0), z.maximum(PLACES_MAX))),
      /** Whether this browser has words that the visitor began to write. */
      words: z.optional(z.boolean()),
    }),
    response: signedUp,
    limit: 'register',
    errors: ['please_complete_verification', 'verification_unavailable'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: 'user/verify_email',
    access: 'open',
    summary: 'Redeems the link of the sign-up email, activates the account and logs in.',
    input: z.strictObject({ token }),
    response: z.extend(Tokens, {
      wish: z.nullable(ReopenedWish),
      /** Number of reading positions that wait in the browser of the sign-up. */
      places: z.int(),
      /** Whether words that the visitor began to write are there, too. */
      words: z.boolean(),
    }),
    limit: 'login',
    errors: ['link_invalid', 'banned'],
  }),
  signUpState: endpoint({
    method: 'POST',
    path: 'user/sign_up_state',
    access: 'open',
    read: true,
    summary: 'Tells the tab of a sign-up whether it was confirmed. Opens no session.',
    input: z.strictObject({ waiting: token }),
    response: z.strictObject({ confirmed: z.boolean() }),
    errors: [],
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: 'user/resend_verification',
    access: 'open',
    summary: 'Sends the sign-up email again.',
    input: z.strictObject({ email, cfTurnstileResponse: humanCheckResponse }),
    response: done,
    limit: 'reset',
    errors: ['please_complete_verification', 'verification_unavailable', 'many_action'],
  }),
  login: endpoint({
    method: 'POST',
    path: 'user/login',
    access: 'open',
    summary: 'Logs in with email and password.',
    input: z.strictObject({ email, password: givenPassword, platform, cfTurnstileResponse: humanCheckResponse }),
    response: Tokens,
    limit: 'login',
    errors: [
      'wrong_credentials',
      'second_step',
      'email_not_verified',
      'banned',
      'please_complete_verification',
      'verification_unavailable',
    ],
  }),
  askEmailChange: endpoint({
    method: 'POST',
    path: 'user/change_email',
    access: 'member',
    summary:
      'Emails a link to a new address. The response is the same whether or not the address is taken. Needs proof, or ' +
      '`password`.',
    input: z.strictObject({ email, password: z.optional(givenPassword), proof: z.optional(Proof) }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', ...PROOF_ERRORS],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: 'user/confirm_email',
    access: 'open',
    summary: 'Redeems the link that was emailed to a new address, which replaces the account’s address.',
    input: z.strictObject({ token }),
    response: done,
    limit: 'login',
    errors: ['link_invalid', 'banned'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions',
    access: 'member',
    summary: 'Lists the caller’s sessions, the current one first.',
    input: nothing,
    response: z.array(OwnSession),
    errors: ['login_required', 'banned'],
  }),
  endSession: endpoint({
    method: 'POST',
    path: 'user/end_session',
    access: 'member',
    summary: 'Ends one of the caller’s sessions.',
    input: z.strictObject({ sessionId: id }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'session_not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: 'user/end_other_sessions',
    access: 'member',
    summary: 'Ends all of the caller’s sessions except the current one.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'user/refresh_token',
    access: 'open',
    summary: 'Returns a new access token and, with `rotate`, a refresh token that replaces the given one.',
    input: z.strictObject({ token, platform, rotate: z.optional(z.boolean()), timeZone: z.optional(timeZone) }),
    response: z.strictObject({ accessToken: z.string(), refreshToken: z.optional(z.string()) }),
    errors: ['refresh_refused', 'rotation_required'],
  }),
  logout: endpoint({
    method: 'POST',
    path: 'user/logout',
    access: 'open',
    summary: 'Ends the session of a refresh token.',
    input: z.strictObject({ token }),
    response: done,
    errors: [],
  }),
  info: endpoint({
    method: 'GET',
    path: 'user/info',
    access: 'member',
    summary: 'Returns the caller’s own account.',
    input: nothing,
    response: Me,
    errors: ['login_required', 'banned'],
  }),
  requestReset: endpoint({
    method: 'POST',
    path: 'user/req_reset_password',
    access: 'open',
    summary: 'Emails a link to set a new password. The response is the same for unknown addresses.',
    input: z.strictObject({ email, cfTurnstileResponse: humanCheckResponse }),
    response: done,
    limit: 'reset',
    errors: ['please_complete_verification', 'verification_unavailable', 'many_action'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'user/reset_password',
    access: 'open',
    summary:
      'Sets a new password with the emailed link, ends every session, and disconnects the account from all providers ' +
      'except those to keep that were connected before the last change of the password.',
    query: z.strictObject({ token }),
    input: z.strictObject({
      email,
      password: newPassword,
      keep: z.optional(z.array(z.enum(PROVIDERS)).check(z.maxLength(PROVIDERS.length))),
    }),
    response: done,
    limit: 'login',
    errors: ['link_invalid'],
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: 'user/check_reset_link',
    access: 'open',
    read: true,
    summary:
      'Tells whether an emailed link can still be used to set a new password, and what the account is connected to. ' +
      'Does not redeem it.',
    input: z.strictObject({ token }),
    response: z.strictObject({ ok: z.literal(true), connections: z.array(Connection) }),
    errors: ['link_invalid'],
  }),
  updatePassword: endpoint({
    method: 'POST',
    path: 'user/update_password',
    access: 'member',
    summary: 'Changes the password and ends all other sessions.',
    input: z.strictObject({ oldPassword: givenPassword, newPassword }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', ...PROOF_ERRORS],
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: 'user/update_info',
    access: 'member',
    summary: 'Changes the given fields.',
    input: z.strictObject({
      username: z.optional(text(identity.username)),
      slug: z.optional(text(identity.slug)),
      bio: z.optional(text(identity.bio)),
      preferred_language: z.optional(z.enum(LANGUAGES, { error: 'language_unknown' })),
      languagesRead: z.optional(
        z
          .array(z.enum(LANGUAGES, { error: 'language_unknown' }))
          .check(z.minLength(1, 'required'), z.maxLength(LANGUAGES.length)),
      ),
      time_zone: z.optional(timeZone.check(z.refine(isTimeZone))),
    }),
    response: Me,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
  uploadAvatar: endpoint({
    method: 'POST',
    path: 'user/upload_avatar',
    access: 'member',
    summary: 'Sets the profile picture, below 1 MB. It is stored as a square WebP.',
    input: nothing,
    response: Me,
    upload: true,
    limit: 'upload',
    errors: [
      'login_required',
      'banned',
      'image_too_large',
      'image_type_refused',
      'image_unreadable',
      'image_too_many_pixels',
      'image_too_small',
    ],
  }),
  bySlug: endpoint({
    method: 'GET',
    path: 'user/slug_user',
    access: 'public',
    summary: 'Returns a member’s public profile. For 90 days, an old slug finds it too; `slug` is then the new one.',
    input: z.strictObject({ slug: z.string().check(z.maxLength(100)) }),
    response: PublicUser,
    errors: ['user_not_found'],
  }),
};

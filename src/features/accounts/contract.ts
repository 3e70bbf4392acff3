import * as z from 'zod/mini';
import { ROLES } from '#core/actor.ts';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, isoTime, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import * as identity from './model/identity.ts';
import * as passwords from './model/password.ts';

const email = text(identity.email);
const newPassword = text(passwords.newPassword);
const givenPassword = text(passwords.givenPassword);

/** Spec §7 sends it; nothing depends on it. */
const platform = z.optional(z.string().check(z.maxLength(20)));
/** Answer of the human check, whichever kind is set (spec §7). */
const humanCheckResponse = z.optional(z.string().check(z.maxLength(4000)));
const token = z.string({ error: 'required' }).check(z.minLength(1, 'required'), z.maxLength(2000));

export const Tokens = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Only where a deletion of the account was planned: signing in has undone it. */
  accountKept: z.optional(z.literal(true)),
});

export type Tokens = z.output<typeof Tokens>;

/** The member's own account. Names that the spec gives keep its spelling. */
export const Me = z.strictObject({
  id,
  email: z.string(),
  username: z.string(),
  slug: z.string(),
  bio: z.string(),
  avatar: z.nullable(z.string()),
  preferred_language: z.enum(LANGUAGES),
  joinedAt: isoTime,
  /** From when the slug may be changed again; null when it may be now. */
  slugFreeAt: z.nullable(isoTime),
  roles: z.array(z.enum(ROLES)),
  /** False for who has always signed in with Google alone. */
  hasPassword: z.boolean(),
  /** Null when it is not known. */
  passwordChangedAt: z.nullable(isoTime),
  /** Whether the account is connected with one at Google. */
  google: z.boolean(),
});
export type Me = z.output<typeof Me>;

/** What everyone may see of a member; a suspended or banned one shows only that. */
export const PublicUser = z.strictObject({
  id,
  suspended: z.boolean(),
  /** Null where it has no end, or is none. */
  suspendedUntil: z.nullable(isoTime),
  username: z.nullable(z.string()),
  slug: z.string(),
  bio: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  joinedAt: z.nullable(isoTime),
  /** A day; never more exact. */
  lastActiveOn: z.nullable(z.string()),
});
export type PublicUser = z.output<typeof PublicUser>;

/** A member as named beside their work; who is gone has the words "former author" for a name, and no slug. */
export const Byline = z.strictObject({ id, username: z.string(), slug: z.string(), avatar: z.nullable(z.string()) });
export type Byline = z.output<typeof Byline>;

/** Where the member is signed in; the device as its browser names itself. */
export const OwnSession = z.strictObject({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  begunAt: isoTime,
  usedAt: isoTime,
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

/** What Google gave the browser to bring back; without a code when the person turned back there. */
const googleAnswer = z.strictObject({
  state: z.string({ error: 'required' }).check(z.maxLength(200)),
  code: z.optional(z.string().check(z.maxLength(2000))),
  iss: z.optional(z.string().check(z.maxLength(500))),
});
const from = z.string();
const GOOGLE_ERRORS = [
  'google_cancelled',
  'google_state_lost',
  'google_refused',
  'google_email_unverified',
  'google_taken',
  'google_unavailable',
] as const;
/** The cookie of `/auth/google`, where signing in with Google begins. */
export const GOOGLE_COOKIE = 'skein_google';
/** What a state begins with that is to connect an account; the page that Google leads back to goes by it. */
export const GOOGLE_CONNECTS = 'connect.';

export const accountApi = {
  challenge: endpoint({
    method: 'GET',
    path: 'human_check/challenge',
    access: 'open',
    summary: 'A task for the human check: a sum, or the site key of Turnstile; both null when none is asked.',
    input: z.strictObject({ action: z.enum(['register', 'login', 'reset', 'resend']) }),
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
    summary: 'Begins an account; it becomes active by the link that is mailed. Known addresses get the same answer.',
    input: z.strictObject({
      email,
      password: newPassword,
      terms: z.optional(z.literal(true, { error: 'pleaseAgreeTerms' })),
      platform,
      cfTurnstileResponse: humanCheckResponse,
    }),
    response: done,
    limit: 'register',
    errors: ['please_complete_verification', 'verification_unavailable'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: 'user/verify_email',
    access: 'open',
    summary: 'Uses the link of the registration mail, makes the account active and signs in.',
    input: z.strictObject({ token }),
    response: Tokens,
    limit: 'login',
    errors: ['link_invalid', 'banned'],
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: 'user/resend_verification',
    access: 'open',
    summary: 'Mails the registration link again.',
    input: z.strictObject({ email, cfTurnstileResponse: humanCheckResponse }),
    response: done,
    limit: 'reset',
    errors: ['please_complete_verification', 'verification_unavailable', 'many_action'],
  }),
  login: endpoint({
    method: 'POST',
    path: 'user/login',
    access: 'open',
    summary: 'Signs in with address and password.',
    input: z.strictObject({ email, password: givenPassword, platform, cfTurnstileResponse: humanCheckResponse }),
    response: Tokens,
    limit: 'login',
    errors: [
      'wrong_credentials',
      'email_not_verified',
      'banned',
      'please_complete_verification',
      'verification_unavailable',
    ],
  }),
  loginWithGoogle: endpoint({
    method: 'POST',
    path: 'user/google_login',
    access: 'open',
    summary: 'Signs in with what Google gave the browser that set out at `/auth/google`. `from` is where it was then.',
    input: googleAnswer,
    cookie: GOOGLE_COOKIE,
    response: z.extend(Tokens, { from }),
    limit: 'login',
    errors: ['not_found', 'banned', ...GOOGLE_ERRORS],
  }),
  connectGoogle: endpoint({
    method: 'POST',
    path: 'user/connect_google',
    access: 'member',
    summary: 'Connects the caller’s account with the one at Google. `from` is where the browser was.',
    input: googleAnswer,
    cookie: GOOGLE_COOKIE,
    response: z.strictObject({ from }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found', ...GOOGLE_ERRORS],
  }),
  disconnectGoogle: endpoint({
    method: 'POST',
    path: 'user/disconnect_google',
    access: 'member',
    summary: 'Takes the connection with Google away; for who has a password.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'password_missing'],
  }),
  askEmailChange: endpoint({
    method: 'POST',
    path: 'user/change_email',
    access: 'member',
    summary: 'Mails a link to a new address; free and taken addresses get the same answer.',
    input: z.strictObject({ email, password: givenPassword }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'password_missing'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: 'user/confirm_email',
    access: 'open',
    summary: 'Uses the link that was mailed to a new address: from now on it is the account’s.',
    input: z.strictObject({ token }),
    response: done,
    limit: 'login',
    errors: ['link_invalid', 'banned'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions',
    access: 'member',
    summary: 'Where the caller is signed in, this session first.',
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
    summary: 'Ends all of the caller’s sessions but this one.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'user/refresh_token',
    access: 'open',
    summary: 'A new access token; with `rotate` also the refresh token that replaces the one given.',
    input: z.strictObject({ token, platform, rotate: z.optional(z.boolean()) }),
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
    summary: 'The caller’s own account.',
    input: nothing,
    response: Me,
    errors: ['login_required', 'banned'],
  }),
  requestReset: endpoint({
    method: 'POST',
    path: 'user/req_reset_password',
    access: 'open',
    summary: 'Mails a link to set a new password; known and unknown addresses get the same answer.',
    input: z.strictObject({ email, cfTurnstileResponse: humanCheckResponse }),
    response: done,
    limit: 'reset',
    errors: ['please_complete_verification', 'verification_unavailable', 'many_action'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'user/reset_password',
    access: 'open',
    summary: 'Sets a new password by the mailed link and ends every session.',
    query: z.strictObject({ token }),
    input: z.strictObject({ email, password: newPassword }),
    response: done,
    limit: 'login',
    errors: ['link_invalid'],
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: 'user/check_reset_link',
    access: 'open',
    summary: 'Tells whether a mailed link still opens the way to a new password. It is not spent by asking.',
    input: z.strictObject({ token }),
    response: done,
    errors: ['link_invalid'],
  }),
  updatePassword: endpoint({
    method: 'POST',
    path: 'user/update_password',
    access: 'member',
    summary: 'Changes the password and ends the other sessions.',
    input: z.strictObject({ oldPassword: givenPassword, newPassword }),
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: 'user/update_info',
    access: 'member',
    summary: 'Changes the fields that are given.',
    input: z.strictObject({
      username: z.optional(text(identity.username)),
      slug: z.optional(text(identity.slug)),
      bio: z.optional(text(identity.bio)),
      preferred_language: z.optional(z.enum(LANGUAGES, { error: 'language_unknown' })),
    }),
    response: Me,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
  uploadAvatar: endpoint({
    method: 'POST',
    path: 'user/upload_avatar',
    access: 'member',
    summary: 'Sets the picture, below 1 MB; it is drawn anew as a square WebP.',
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
    ],
  }),
  bySlug: endpoint({
    method: 'GET',
    path: 'user/slug_user',
    access: 'public',
    summary: 'A member’s public profile. A slug given up less than 90 days ago finds its owner, under the new `slug`.',
    input: z.strictObject({ slug: z.string().check(z.maxLength(100)) }),
    response: PublicUser,
    errors: ['user_not_found'],
  }),
};

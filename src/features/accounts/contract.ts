import * as z from 'zod/mini';
import { ROLES } from '#core/actor.ts';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { bio, email, language, slug, username } from './model/identity.ts';
import { givenPassword, newPassword } from './model/password.ts';

/** Spec §7 sends it; nothing depends on it. */
const platform = z.optional(z.string().check(z.maxLength(20)));
/** Answer of the human check, whichever kind is set (spec §7). */
const humanCheckResponse = z.optional(z.string().check(z.maxLength(4000)));
const token = z.string({ error: 'required' }).check(z.minLength(1, 'required'), z.maxLength(2000));

export const Tokens = z.strictObject({ accessToken: z.string(), refreshToken: z.string() });

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
});
export type Me = z.output<typeof Me>;

/** What everyone may see of a member; a suspended or banned one shows only that. */
export const PublicUser = z.strictObject({
  id,
  suspended: z.boolean(),
  username: z.nullable(z.string()),
  slug: z.string(),
  bio: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  joinedAt: z.nullable(isoTime),
  /** A day; never more exact. */
  lastActiveOn: z.nullable(z.string()),
});
export type PublicUser = z.output<typeof PublicUser>;

/** A member as named beside their work. */
export const Byline = z.strictObject({ id, username: z.string(), slug: z.string(), avatar: z.nullable(z.string()) });
export type Byline = z.output<typeof Byline>;

export const accountApi = {
  challenge: endpoint({
    method: 'GET',
    path: 'human_check/challenge',
    access: 'open',
    summary: 'A task for the human check; `challenge` is null when none is asked.',
    input: z.strictObject({ action: z.enum(['register', 'login', 'reset', 'resend']) }),
    response: z.strictObject({ challenge: z.nullable(z.unknown()) }),
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
      username: z.optional(username),
      slug: z.optional(slug),
      bio: z.optional(bio),
      preferred_language: z.optional(language),
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

import { modelFeature } from '#core/feature.ts';
import { notice } from '#core/notices.ts';
import { DAY, HOUR } from '#core/time.ts';
import { LOGIN_WINDOW } from './account-limits.ts';

export const accounts = modelFeature({
  name: 'accounts',
  errors: {
    wrong_credentials: 400,
    email_not_verified: 409,
    link_invalid: 400,
    many_action: 429,
    refresh_refused: 401,
    rotation_required: 400,
    user_not_found: 404,
    sign_in_again: 409,
    last_administrator: 409,
    session_not_found: 404,
    password_missing: 409,
    google_cancelled: 400,
    google_state_lost: 400,
    google_email_unverified: 400,
    google_taken: 409,
    second_step: 409,
    second_step_expired: 400,
    setup_expired: 409,
    second_factor_kept: 409,
    enrolment_link_required: 409,
    passkey_refused: 400,
    passkey_not_found: 404,
    too_many_passkeys: 409,
    own_factors: 403,
    not_over_administrators: 403,
    no_factors: 409,
    already_asked: 409,
    google_other: 409,
    google_not_fresh: 400,
    provider_cancelled: 400,
    provider_state_lost: 400,
    provider_taken: 409,
    provider_other: 409,
    provider_not_fresh: 400,
    address_needed: 409,
    prove_again: 409,
    device_not_found: 404,
  },
  limits: {
    login_account: {
      setting: 'LIMIT_LOGIN',
      default: 10,
      says: 'logins per account and IP address in 10 minutes',
      window: LOGIN_WINDOW,
      per: 'key',
    },
    login: {
      setting: 'LIMIT_LOGIN_ADDRESS',
      default: 30,
      says: 'logins per IP address and hour',
      window: HOUR,
      per: 'address',
    },
    passkey_challenge: {
      setting: 'LIMIT_PASSKEY_CHALLENGE',
      default: 60,
      says: 'challenges for passkeys per IP address and hour',
      window: HOUR,
      per: 'address',
    },
    register: {
      setting: 'LIMIT_REGISTER',
      default: 5,
      says: 'sign-ups per IP address and hour',
      window: HOUR,
      per: 'address',
    },
    reset: {
      setting: 'LIMIT_RESET',
      default: 15,
      says: 'password-reset requests per IP address and hour',
      window: HOUR,
      per: 'address',
    },
    account_change: {
      setting: 'LIMIT_ACCOUNT_CHANGE',
      default: 30,
      says: 'account changes per member and hour',
      window: HOUR,
      per: 'member',
    },
    upload: { setting: 'LIMIT_UPLOAD', default: 20, says: 'uploads per member and day', window: DAY, per: 'member' },
  },
  notices: {
    export_ready: notice<Record<never, never>>({ once: true }),
    export_failed: notice<Record<never, never>>({ once: true }),
  },
});

type Errors = typeof accounts.errors;
type Limits = typeof accounts.limits;
type Notices = typeof accounts.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/live.ts' {
  interface LiveEvents {
    /** The account was suspended or banned. The next call of the page is refused and says why. */
    restricted: unknown;
  }
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}

import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';

/** Bounds of accounts (spec §5 and §9, product §3). Lengths in code points, times in milliseconds. */
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 32;
/** What the sign-in form hints at; older accounts of other sites may have been shorter (spec §5). */
export const LOGIN_PASSWORD_HINT = 6;
export const USERNAME_MIN = 2;
export const USERNAME_MAX = 32;
export const SLUG_MIN = 3;
export const SLUG_MAX = 40;
export const BIO_MAX = 200;

export const SLUG_CHANGE_PAUSE = 7 * DAY;
export const FORMER_SLUG_LASTS = 90 * DAY;

export const VERIFY_LINK_LASTS = 24 * HOUR;
export const RESET_LINK_LASTS = 30 * MINUTE;
/** Between two mails that a visitor asks for to one address. */
export const MAIL_REQUEST_PAUSE = 60 * SECOND;
export const RESET_REQUESTS_PER_DAY = 5;
/** Mails to one address about registrations, whoever makes them. */
export const REGISTRATION_MAILS_PER_DAY = 5;
export const UNVERIFIED_KEPT = 7 * DAY;

export const ACCESS_TOKEN_LASTS = 10 * MINUTE;
/** One signs in again for another; nothing but the password is asked for. */
export const APPEAL_TOKEN_LASTS = DAY;
export const ACCESS_TOKEN_LEEWAY = 5 * SECOND;
export const SESSION_IDLE = 14 * DAY;
export const SESSION_ABSOLUTE = 60 * DAY;
/** Tabs race: the token before the present one stays good for so long. */
export const REFRESH_GRACE = 30 * SECOND;
export const SESSIONS_PER_ACCOUNT = 20;

/** Failures after which signing in asks for the human check. */
export const FAILURES_BEFORE_CHECK = 3;
/** Failures in a row after which only a reset opens the account (NIST SP 800-63B). */
export const FAILURES_BEFORE_RESET = 100;
export const LOGIN_WINDOW = 10 * MINUTE;
export const FAILURE_WINDOW = DAY;

export const LAST_ACTIVE_STEP = HOUR;

/** Between asking for it and the erasure (product §3). */
export const DELETION_GRACE = 14 * DAY;
export const DELETION_REQUESTS_PER_DAY = 3;
/** Wrong passwords on the way out. */
export const DELETION_TRIES_PER_DAY = 10;
/** Who has no password proves by a sign-in no older than this that it is them. */
export const FRESH_SIGN_IN = 10 * MINUTE;
/** Between two exports, and how long a file lies ready. */
export const EXPORT_PAUSE = 7 * DAY;
export const EXPORT_KEPT = 7 * DAY;

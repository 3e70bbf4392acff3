import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';

/** Limits of accounts (spec §5 and §9, product §3). Lengths in code points, times in milliseconds. */
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 32;
/** The minimum length named by the login form. Accounts from other sites can have shorter passwords (spec §5). */
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
/** Minimum time between two emails to one address that visitors request. */
export const MAIL_REQUEST_PAUSE = 60 * SECOND;
export const RESET_REQUESTS_PER_DAY = 5;
/** Sign-up emails to one address, no matter who requests them. */
export const REGISTRATION_MAILS_PER_DAY = 5;
export const UNVERIFIED_KEPT = 7 * DAY;

export const ACCESS_TOKEN_LASTS = 10 * MINUTE;
/** A new one requires a new login, which asks for nothing but the password. */
export const APPEAL_TOKEN_LASTS = DAY;
export const ACCESS_TOKEN_LEEWAY = 5 * SECOND;
export const SESSION_IDLE = 14 * DAY;
export const SESSION_ABSOLUTE = 60 * DAY;
/** How long the previous refresh token stays valid, because tabs can refresh at the same time. */
export const REFRESH_GRACE = 30 * SECOND;
export const SESSIONS_PER_ACCOUNT = 20;

/** Failed logins after which logging in requires the human check. */
export const FAILURES_BEFORE_CHECK = 3;
/**
 * Failed logins of an account in a day after which its owner gets an email, and can log in with an emailed link. A password
 * still works: a lock would keep the owner out as long as someone guesses.
 */
export const MANY_FAILURES = 100;
export const LOGIN_WINDOW = 10 * MINUTE;
export const FAILURE_WINDOW = DAY;
export const LOGIN_LINK_LASTS = 30 * MINUTE;
/**
 * How long a code for an address can be asked for after a login at a provider that vouches for none, and how long it
 * lasts.
 */
export const ADDRESS_ASKED_FOR = 30 * MINUTE;
export const ADDRESS_CODE_LASTS = 30 * MINUTE;

/** How long a device stays known without a login, and how many of them an account has. */
export const DEVICE_KNOWN = 400 * DAY;
export const DEVICES_PER_ACCOUNT = 50;
/** How long logging in on a device takes no second step, if the member wants that. */
export const DEVICE_TRUSTED = 30 * DAY;
/** How long the addresses of logins are kept. */
export const LOGIN_ADDRESS_KEPT = 30 * DAY;
/** How long the email about a login from a new device can be used to end it. */
export const DISOWN_LASTS = 7 * DAY;

export const LAST_ACTIVE_STEP = HOUR;

/** Time from the request to the erasure (product §3). */
export const DELETION_GRACE = 14 * DAY;
export const DELETION_REQUESTS_PER_DAY = 3;
/** Minimum time between two exports, and how long a file is available. */
export const EXPORT_PAUSE = 7 * DAY;
export const EXPORT_KEPT = 7 * DAY;
/** How long an address of the file can be used, once. */
export const EXPORT_ADDRESS_LASTS = 5 * MINUTE;

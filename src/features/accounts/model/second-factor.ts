import type { MemberRole } from '#core/actor.ts';
import { lengthOf } from '#core/text.ts';
import { line, type TextRule } from '#core/text-rules.ts';
import { after, DAY, MINUTE, SECOND } from '#core/time.ts';

/** Second factors: an authenticator app, passkeys, and recovery codes for when neither is at hand. */

export const TOTP_STEP = 30 * SECOND;
export const TOTP_DIGITS = 6;
/** Number of steps that a code may be early or late, because clocks differ. */
export const TOTP_TOLERANCE = 1;
/** How long an app can be set up after the proof of identity. */
export const TOTP_SETUP_LASTS = 30 * MINUTE;

export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 8;
/** Without characters that look alike. */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** From this many on, the page suggests new ones. */
export const FEW_RECOVERY_CODES = 4;

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 40;
/** How long a passkey can answer a challenge. */
export const PASSKEY_CHALLENGE_LASTS = 5 * MINUTE;

/** How long the second step can take after the first one. */
export const SECOND_STEP_LASTS = 5 * MINUTE;
/** Codes that can be tried by one address within 10 minutes, and by all addresses within a day. */
export const CODE_TRIES = 5;
export const CODE_TRIES_WINDOW = 10 * MINUTE;
export const CODE_TRIES_PER_DAY = 100;
/** Wrong codes within a day after which the member gets an email: someone knows their password. */
export const WRONG_CODES_BEFORE_MAIL = 10;

/** How long moderators and administrators can do without a second factor. */
export const FACTOR_GRACE = 7 * DAY;
export const ENROLMENT_LINK_LASTS = 30 * MINUTE;
/** How old an email must be to get the link. */
const ENROLMENT_EMAIL_AGE = 7 * DAY;

const DIGIT = /^\p{Nd}$/u;

/** Returns the value of a digit of any script. Each script has its ten digits in a row. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (point - zero) % 10;
}

/** Returns the digits of a typed code, of any script, as 0 to 9. */
export function digitsOf(typed: string): string {
  return [...typed.slice(0, 40)]
    .filter((character) => DIGIT.test(character))
    .map(digitValue)
    .join('');
}

/** Code of an authenticator app. Digits of any script count, and whatever is between them doesn’t. */
export const totpCode: TextRule = {
  tidy: digitsOf,
  problem: (code) =>
    code === '' ? { code: 'code_empty' } : code.length === TOTP_DIGITS ? null : { code: 'code_digits' },
  absent: 'code_empty',
  notText: 'code_empty',
};

/** Recovery code, in any case, with or without its hyphen. */
export const recoveryCode: TextRule = {
  tidy: (typed) => [...typed.slice(0, 40).toLowerCase()].filter((character) => /[a-z0-9]/.test(character)).join(''),
  problem: (code) => {
    if (code === '') return { code: 'code_empty' };
    const isWhole = lengthOf(code) === RECOVERY_CODE_LENGTH && [...code].every((c) => RECOVERY_ALPHABET.includes(c));
    return isWhole ? null : { code: 'recovery_code_wrong' };
  },
  absent: 'code_empty',
  notText: 'code_empty',
};

/** Returns a recovery code as it is shown: `f4m9-2kta`. */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_CODE_LENGTH / 2)}-${code.slice(RECOVERY_CODE_LENGTH / 2)}`;
}

export const passkeyName = line({
  max: PASSKEY_NAME_MAX,
  empty: 'passkey_name_empty',
  tooLong: 'passkey_name_too_long',
});

/** A role, and since when its holder has had time to set up a second factor. */
export interface Grant {
  readonly role: MemberRole;
  readonly graceFrom: Date;
}

/** Returns when the rights of a role rest unless a second factor is set up before. */
export function restsAt({ graceFrom }: Grant): Date {
  return after(graceFrom, FACTOR_GRACE);
}

/** Returns the roles that a member can use, and those whose rights rest until they set up a second factor. */
export function rolesInForce(
  grants: readonly Grant[],
  { hasFactor, now }: { hasFactor: boolean; now: Date },
): { roles: MemberRole[]; restingRoles: MemberRole[] } {
  const rests = (grant: Grant) => !hasFactor && now >= restsAt(grant);
  return {
    roles: grants.filter((grant) => !rests(grant)).map(({ role }) => role),
    restingRoles: grants.filter(rests).map(({ role }) => role),
  };
}

/** Returns when the first rights of a member rest, or have begun to. Null if none of them ever do. */
export function firstRest(grants: readonly Grant[], hasFactor: boolean): Date | null {
  const times = hasFactor ? [] : grants.map((grant) => restsAt(grant).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Returns since when the email may not have changed for a link to it: since the rights rest, and for a week. */
export function enrolmentEmailSince(grants: readonly Grant[], now: Date): Date {
  const times = [after(now, -ENROLMENT_EMAIL_AGE), firstRest(grants, false) ?? now].map((time) => time.getTime());
  return new Date(Math.min(...times));
}

/**
 * Returns the host that the passkeys of a site belong to. Null if browsers allow it none: they need HTTPS, except on
 * this machine, and a name instead of an IP address.
 */
export function passkeyHost({ protocol, hostname }: URL): string | null {
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return (protocol === 'https:' && !isAddress) || isHere ? hostname : null;
}

import { lengthOf } from '#core/text.ts';
import type { TextRule } from '#core/text-rules.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The requirements for a new password, in display order. */
export const PASSWORD_PARTS = ['length', 'lowercase', 'uppercase', 'digit'] as const;
export type PasswordPart = (typeof PASSWORD_PARTS)[number];

/**
 * Returns which requirements a password meets (spec §5: 8–32 characters, a lowercase and an uppercase letter, a digit).
 */
export function passwordParts(password: string): Record<PasswordPart, boolean> {
  const length = lengthOf(password);
  return {
    length: length >= PASSWORD_MIN && length <= PASSWORD_MAX,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
  };
}

/** Returns the code of the first problem of a new password, or null. Each requirement has its own message. */
export function passwordProblem(password: string): string | null {
  if (password.trim() === '') return 'empty_password';
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) return 'password_too_short';
  if (length > PASSWORD_MAX) return 'password_too_long';
  const parts = passwordParts(password);
  if (!parts.lowercase) return 'password_needs_lowercase';
  if (!parts.uppercase) return 'password_needs_uppercase';
  if (!parts.digit) return 'password_needs_digit';
  if (isCommonPassword(password)) return 'password_too_common';
  return null;
}

/** Passwords are used exactly as typed: neither trimmed nor normalized. */
function passwordRule(problem: (password: string) => string | null): TextRule {
  return {
    tidy: (typed) => typed,
    problem: (password) => {
      const code = problem(password);
      return code === null ? null : { code };
    },
    absent: 'empty_password',
    notText: 'empty_password',
  };
}

/** Rule for a new password. */
export const newPassword = passwordRule(passwordProblem);

/** No account has a longer password, and hashing long ones is slow. */
const GIVEN_MAX = 200;

/** Rule for the password of a login: only not blank (spec §5). */
export const givenPassword = passwordRule((password) => {
  if (password.trim() === '') return 'empty_password';
  return password.length > GIVEN_MAX ? 'invalid' : null;
});

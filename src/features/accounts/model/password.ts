import * as z from 'zod/mini';
import { lengthOf } from '#core/fields.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The parts that a new password needs, in the order in which they are shown. */
export const PASSWORD_PARTS = ['length', 'lowercase', 'uppercase', 'digit'] as const;
export type PasswordPart = (typeof PASSWORD_PARTS)[number];

/** Which parts a password has (spec §5: 8–32 characters, a lowercase and an uppercase letter, a digit). */
export function passwordParts(password: string): Record<PasswordPart, boolean> {
  const length = lengthOf(password);
  return {
    length: length >= PASSWORD_MIN && length <= PASSWORD_MAX,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
  };
}

/** The code of the first thing that is wrong with a new password, or null. Each missing part has its own sentence. */
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

/** A password being chosen. Taken as it is typed: neither cut nor normalised. */
export const newPassword = z.string({ error: 'empty_password' }).check(
  z.refine((value) => passwordProblem(value) === null, {
    error: (issue) => passwordProblem(String(issue.input)) ?? 'invalid',
  }),
);

/** A password being given to sign in: only not blank (spec §5). */
export const givenPassword = z.string({ error: 'empty_password' }).check(
  z.refine((value) => value.trim() !== '', { error: 'empty_password' }),
  z.maxLength(200, 'invalid'),
);

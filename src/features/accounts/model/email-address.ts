import { EMAIL_MAX } from './account-limits.ts';

// Matches what mail servers accept, not the full RFC 5322 grammar: one @, a dotted host, no white space or control
// characters.
const EMAIL =
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

/** Returns the address in the form used for storage and comparison: trimmed, NFC, lowercase. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Whether a normalized text can be an email address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text) && !text.includes('..');
}

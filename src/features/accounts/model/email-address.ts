import { EMAIL_MAX } from './account-limits.ts';

// Not the grammar of RFC 5322 but what mail servers accept: one @, a dotted host, nothing white or invisible.
const EMAIL =
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

/** An address as it is stored and compared: no white space around it, small letters. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Whether a normalised text can be an address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text) && !text.includes('..');
}

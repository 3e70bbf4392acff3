import { gcm } from '@noble/ciphers/aes.js';
import { deviceKeysOf, namesOf, SEALED } from './device-keys.ts';

const NONCE_BYTES = 12;
/** In base64, without padding. */
const NONCE_LENGTH = 16;
/** A call with more arguments may fail. */
const CHUNK = 8192;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(binary);
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const keyBytes = (key: string) => bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'));
const encoded = (text: string) => new TextEncoder().encode(text);

/**
 * Encrypts a text of a member with AES-GCM. Synchronous, because a page that closes doesn’t wait, so it can’t use Web
 * Crypto. The text can only be decrypted under the same name. Returns it unchanged if the member’s key is unknown,
 * because losing it would be worse.
 */
export function seal(memberId: string, name: string, text: string): string {
  const [key] = deviceKeysOf(memberId);
  if (key === undefined) return text;
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return SEALED + base64(nonce) + base64(gcm(keyBytes(key), nonce, encoded(name)).encrypt(encoded(text)));
}

/** Decrypts a stored text. Returns null if no key of the member fits. */
export function unseal(memberId: string, name: string, stored: string): string | null {
  if (!stored.startsWith(SEALED)) return stored;
  for (const key of deviceKeysOf(memberId)) {
    try {
      const start = SEALED.length + NONCE_LENGTH;
      const nonce = bytesOf(stored.slice(SEALED.length, start));
      const text = gcm(keyBytes(key), nonce, encoded(name)).decrypt(bytesOf(stored.slice(start)));
      return new TextDecoder().decode(text);
    } catch {
      // Encrypted with another key, or changed.
    }
  }
  return null;
}

/** Encrypts what this device has stored of the member in plain text. */
export function sealPlainWords(memberId: string): void {
  for (const name of namesOf(memberId)) {
    const stored = localStorage.getItem(name);
    if (stored === null || stored.startsWith(SEALED)) continue;
    try {
      localStorage.setItem(name, seal(memberId, name, stored));
    } catch {
      // Storage is full. The text stays as it is.
    }
  }
}

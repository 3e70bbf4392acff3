/** Returns a random unique key. Not `randomUUID`, which is missing on pages without HTTPS. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

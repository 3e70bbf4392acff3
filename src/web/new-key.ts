/** A name that no other page or call has. Not `randomUUID`: that is missing on pages without https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

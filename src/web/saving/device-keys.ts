/**
 * The keys of members’ texts on this device, by member, in base64url: the current one first, then one from before the
 * site’s secret was changed. They are only in memory. The server sends them with the member’s account, so a page
 * without a session can’t get them.
 */
const keys = new Map<string, readonly string[]>();

/** Keeps the keys that the server has sent, for as long as the page is open. */
export function keepDeviceKeys(memberId: string, given: readonly string[]): void {
  keys.set(memberId, given);
}

/** Returns the keys of a member. Empty if they are unknown. */
export function deviceKeysOf(memberId: string): readonly string[] {
  return keys.get(memberId) ?? [];
}

/** Call when a member logs out. */
export function forgetDeviceKeys(): void {
  keys.clear();
}

/**
 * Starts a stored text that is encrypted. All others are from before texts were encrypted, or from a page that got no
 * key.
 */
export const SEALED = 'sealed:';

/** Returns the keys in local storage of all texts of a member on this device: `KIND:MEMBER:…`. */
export function namesOf(memberId: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.split(':', 2)[1] === memberId);
  } catch {
    return [];
  }
}

const isSealed = (name: string) => localStorage.getItem(name)?.startsWith(SEALED) ?? true;

/** Returns whether the device has a text of the member that isn’t encrypted. */
export function hasPlainWords(memberId: string): boolean {
  return namesOf(memberId).some((name) => !isSealed(name));
}

/**
 * Returns whether others who use this browser later could read texts of the member. Without HTTPS that counts for all
 * texts, because the keys came over a line that others can read.
 */
export function isReadableByOthers(memberId: string): boolean {
  return isSecureContext ? hasPlainWords(memberId) : namesOf(memberId).length > 0;
}

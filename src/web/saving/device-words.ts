import { seal, unseal } from './device-cipher.ts';
import { namesOf } from './device-keys.ts';

/** True after a member has decided to delete their texts on this device. */
let isDiscarding = false;

/** Call before deleting a member’s texts. What is open on this page isn’t kept any more. */
export function discardFromNowOn(): void {
  isDiscarding = true;
}

/**
 * Stores a text of a member on this device, encrypted (decision 072), with the page on which it was written. Null
 * deletes it. Returns false if storage is full or blocked. `name` starts with the kind of text and the member:
 * `KIND:MEMBER:…`.
 */
export function keepWords(memberId: string, name: string, value: object | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else if (!isDiscarding) {
      const where = location.pathname + location.search;
      localStorage.setItem(name, seal(memberId, name, JSON.stringify({ ...value, where })));
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored text as JSON. Null if there is none, or if it can’t be decrypted. */
export function readWords(memberId: string, name: string): string | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : unseal(memberId, name, stored);
  } catch {
    return null;
  }
}

/** Returns the path and query of a page on which one of the member’s texts was written. Null if it is unknown. */
export function pageOfWords(memberId: string): string | null {
  for (const name of namesOf(memberId)) {
    try {
      const { where }: { where?: unknown } = JSON.parse(readWords(memberId, name) ?? '{}');
      if (typeof where === 'string') return where;
    } catch {
      // An old text without a page.
    }
  }
  return null;
}

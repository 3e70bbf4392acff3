export * as KEYS from './storage-keys.ts';

/** Some browsers block storage. Then nothing is stored, and everything else still works. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns false if storage is full or blocked. */
export function writeItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    // The choice applies to this page only.
    return false;
  }
}

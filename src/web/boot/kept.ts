import { DAY } from '#core/time.ts';
import { KEYS, readItem } from './storage.ts';

const PREFIX = 'kept:';
const KEPT_FOR = 7 * DAY;
/** Maximum number of entries. The oldest is deleted first. */
const KEPT_MAX = 30;
/** Longer entries are only kept in memory, until the page unloads. */
const LENGTH_MAX = 20_000;

interface Entry {
  /** When it was saved, in this device's time. */
  at: number;
  /** `KEYS.sessionMark` at that time. It changes whenever a session ends. */
  mark: string | null;
  value: unknown;
}

/** Fallback for entries that are too long, or if storage is blocked or full. */
const unkept = new Map<string, string>();

function isEntry(given: unknown): given is Entry {
  return typeof given === 'object' && given !== null && 'value' in given && 'at' in given && 'mark' in given;
}

/** Returns null if the entry is missing, malformed, expired, or from before a session ended. */
function entryOf(name: string): Entry | null {
  try {
    const entry: unknown = JSON.parse(unkept.get(name) ?? sessionStorage.getItem(name) ?? 'null');
    if (!isEntry(entry) || entry.mark !== readItem(KEYS.sessionMark)) return null;
    return Date.now() - entry.at < KEPT_FOR ? entry : null;
  } catch {
    return null;
  }
}

function remove(name: string): void {
  unkept.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

/** Returns the names of the stored entries, oldest first. Deletes invalid entries. */
function keptNames(): string[] {
  const entries = Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name, entry: entryOf(name) }));
  for (const { name, entry } of entries) if (!entry) sessionStorage.removeItem(name);
  return entries
    .flatMap(({ name, entry }) => (entry ? [{ name, at: entry.at }] : []))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

function write(name: string, text: string): void {
  remove(name);
  try {
    if (text.length > LENGTH_MAX) throw new RangeError('Too long');
    const others = keptNames();
    for (const oldest of others.slice(0, Math.max(0, others.length - KEPT_MAX + 1))) sessionStorage.removeItem(oldest);
    sessionStorage.setItem(name, text);
  } catch {
    unkept.set(name, text);
  }
}

export interface Kept<T> {
  get: () => T | undefined;
  set: (value: T) => void;
  delete: () => void;
}

/**
 * Storage of this window for unsent input of a member, or of a visitor (null), across pages. `parse` throws if the
 * value is invalid. After logging in, a member can read the entry they made as a visitor. All entries become invalid
 * when a session ends in any window, because another person may use the browser next.
 */
export function kept<T>(member: string | null, key: string, parse: (given: unknown) => T): Kept<T> {
  const name = `${PREFIX}${member ?? ''}:${key}`;
  const visitors = `${PREFIX}:${key}`;
  return {
    get() {
      const entry = entryOf(name) ?? entryOf(visitors);
      try {
        return entry ? parse(entry.value) : undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      remove(visitors);
      write(name, JSON.stringify({ at: Date.now(), mark: readItem(KEYS.sessionMark), value } satisfies Entry));
    },
    delete() {
      remove(visitors);
      remove(name);
    },
  };
}

/** Deletes all entries of this window, for all members and visitors. */
export function forgetKept(): void {
  unkept.clear();
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
}

import { DAY } from '#core/time.ts';
import { KEYS, readItem } from './storage.ts';

const PREFIX = 'kept:';
const KEPT_FOR = 7 * DAY;
/** So many are kept; the oldest goes first. */
const KEPT_MAX = 30;
/** Longer ones hold until the page is left. */
const LENGTH_MAX = 20_000;

interface Entry {
  /** When it was kept, by this device's clock. */
  at: number;
  /** The sessions that had ended by then (`KEYS.sessionMark`). */
  mark: string | null;
  value: unknown;
}

/** What this window could not keep: storage is refused, full, or it is too long. */
const unkept = new Map<string, string>();

function isEntry(given: unknown): given is Entry {
  return typeof given === 'object' && given !== null && 'value' in given && 'at' in given && 'mark' in given;
}

/** Null when there is nothing, or what is there is not ours, too old, or of a session that has ended since. */
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
    // Refused: it was not there.
  }
}

/** The names under which something is kept; what is of no use any more goes. */
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
 * What this window keeps for a member, or for a visitor (null), across its pages: what they typed into a dialog and did not
 * send. `parse` throws for what is no such value. A visitor's is theirs once they sign in; when a session ends in any window,
 * all of it is gone, because another person may use the browser next.
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

/** Forgets what this window keeps, whoever's it is. */
export function forgetKept(): void {
  unkept.clear();
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Refused: nothing was kept.
  }
}

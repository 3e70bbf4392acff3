import { MINUTE } from '#core/time.ts';
import { signedInId } from './signed-in.ts';

const KEY = 'arrival';
/** Older messages are dropped, because the user may no longer remember what they are about. */
const LASTS = MINUTE;
const LENGTH_MAX = 1000;

/** The kinds of deleted items that a button can restore. Each feature adds its own by declaration merging. */
export interface Undoables {}

/** Something that a button on the next page can restore. `said` is the message shown after that. */
export interface Undo {
  kind: keyof Undoables;
  id: string;
  label: string;
  said: string;
}

/** Message from one page of a tab to the next. Already translated: the next page may not have loaded its texts. */
export interface Arrival {
  say: string | null;
  undo: Undo | null;
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}

function undoOf(given: unknown, kinds: readonly Undo['kind'][]): Undo | null {
  if (!isObject(given)) return null;
  const { id, label, said } = given;
  const kind = kinds.find((known) => known === given.kind);
  return kind && typeof id === 'string' && typeof label === 'string' && typeof said === 'string'
    ? { kind, id, label, said }
    : null;
}

export function keepArrival({ say, undo }: Arrival): void {
  const text = JSON.stringify({ at: Date.now(), member: signedInId(), say: say?.slice(0, LENGTH_MAX) ?? null, undo });
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is blocked: the next page shows no message.
  }
}

/**
 * Returns and removes the previous page's message. Null if there is none, or if it is expired or another member's.
 * `kinds` are the kinds that can be restored.
 */
export function takeArrival(kinds: readonly Undo['kind'][]): Arrival | null {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so it has no message.
  }
  try {
    const given: unknown = JSON.parse(text ?? 'null');
    if (!isObject(given) || typeof given.at !== 'number' || Math.abs(Date.now() - given.at) > LASTS) return null;
    // Never show one member's message to another. Visitors may see it, for example that they have logged out.
    const member = signedInId();
    if (member !== null && typeof given.member === 'string' && given.member !== member) return null;
    return { say: typeof given.say === 'string' ? given.say : null, undo: undoOf(given.undo, kinds) };
  } catch {
    return null;
  }
}

/** Returns whether this page has a message to show. */
export function hasArrived(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

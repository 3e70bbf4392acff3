import { MINUTE } from '#core/time.ts';
import { signedInId } from './signed-in.ts';

const KEY = 'arrival';
/** A message that nobody arrived with by then is about what they no longer remember. */
const LASTS = MINUTE;
const LENGTH_MAX = 1000;

/** What can be brought back by a press on the next page, and what is said then. */
export interface Undo {
  kind: 'story';
  id: string;
  label: string;
  said: string;
}

/** What one page of this window tells the next. Sentences are finished: the next page may not have loaded their texts. */
export interface Arrival {
  say: string | null;
  undo: Undo | null;
}

/** Where the browser keeps nothing: it reaches a page that is shown without loading it. */
let unkept: string | null = null;

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}

function undoOf(given: unknown): Undo | null {
  if (!isObject(given) || given.kind !== 'story') return null;
  const { id, label, said } = given;
  return typeof id === 'string' && typeof label === 'string' && typeof said === 'string'
    ? { kind: 'story', id, label, said }
    : null;
}

export function keepArrival({ say, undo }: Arrival): void {
  const text = JSON.stringify({ at: Date.now(), member: signedInId(), say: say?.slice(0, LENGTH_MAX) ?? null, undo });
  unkept = null;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    unkept = text;
  }
}

/** What the page before this one told, once. */
export function takeArrival(): Arrival | null {
  let text = unkept;
  unkept = null;
  try {
    text ??= sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    // Refused: nothing was kept.
  }
  try {
    const given: unknown = JSON.parse(text ?? 'null');
    if (!isObject(given) || typeof given.at !== 'number' || Math.abs(Date.now() - given.at) > LASTS) return null;
    // Nothing of one member is said to another; that somebody has logged out is said to a visitor.
    const member = signedInId();
    if (member !== null && typeof given.member === 'string' && given.member !== member) return null;
    return { say: typeof given.say === 'string' ? given.say : null, undo: undoOf(given.undo) };
  } catch {
    return null;
  }
}

/** True when a message waits that this page has to show. */
export function hasArrived(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

import { countUnits } from '#core/units.ts';
import { firstSeenHere } from '#web/boot/members-here.ts';
import { KEYS, readItem, writeItem } from '#web/boot/storage.ts';
import { BEGUN_KEPT, BEGUN_UNITS_MAX } from '../../model/begun-words.ts';

/** Longer texts can’t have so few words. */
const LENGTH_MAX = 2000;

/** Words that a visitor has begun after a chapter. A browser keeps one text, the last. */
export interface BegunWords {
  readonly storyId: string;
  readonly parentChapterId: string;
  readonly text: string;
  /** When they were begun, in milliseconds since 1970. */
  readonly at: number;
}

/** Returns whether a visitor may write this much. */
export function isWithinBegun(text: string): boolean {
  return text.length <= LENGTH_MAX && countUnits(text) <= BEGUN_UNITS_MAX;
}

/** Returns the words of this browser. Null if there are none, or if they are older than 7 days. */
export function begunWords(): BegunWords | null {
  try {
    const given: unknown = JSON.parse(readItem(KEYS.begunWords) ?? 'null');
    if (typeof given !== 'object' || given === null) return null;
    const { storyId, parentChapterId, text, at } = given as Partial<BegunWords>;
    if (typeof storyId !== 'string' || typeof parentChapterId !== 'string' || typeof text !== 'string') return null;
    if (typeof at !== 'number' || Math.abs(Date.now() - at) > BEGUN_KEPT || !isWithinBegun(text)) return null;
    return { storyId, parentChapterId, text, at };
  } catch {
    return null;
  }
}

/** Keeps words in this browser. Returns false if it can’t. */
export function keepBegun(place: Pick<BegunWords, 'storyId' | 'parentChapterId'>, text: string): boolean {
  const { storyId, parentChapterId } = place;
  const before = begunWords();
  const isSame = before?.storyId === storyId && before.parentChapterId === parentChapterId;
  if (text.trim() === '') return isSame ? forgetBegun() : true;
  const at = isSame ? before.at : Date.now();
  return writeItem(KEYS.begunWords, JSON.stringify({ storyId, parentChapterId, text, at } satisfies BegunWords));
}

export function forgetBegun(): boolean {
  return writeItem(KEYS.begunWords, null);
}

/**
 * Returns the words that may be offered to a member: never to one who was logged in here before the words were begun,
 * because somebody else wrote them while nobody was.
 */
export function wordsFor(memberId: string): BegunWords | null {
  const words = begunWords();
  const seen = firstSeenHere(memberId);
  return words && seen !== null && seen > words.at ? words : null;
}

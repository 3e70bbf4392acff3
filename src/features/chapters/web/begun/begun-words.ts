import { countUnits } from '#core/units.ts';
import { firstSeenHere } from '#web/boot/members-here.ts';
import { KEYS, readItem, writeItem } from '#web/boot/storage.ts';
import { BEGUN_KEPT, BEGUN_UNITS_MAX } from '../../model/begun-words.ts';

/** Longer texts can’t have so few words. */
const LENGTH_MAX = 2000;

/** Where a visitor writes: after a chapter. */
export interface BegunPlace {
  readonly storyId: string;
  readonly parentChapterId: string;
}

/** Words of a visitor for a new chapter. A browser keeps only the latest text. */
export interface BegunWords extends BegunPlace {
  readonly text: string;
  /** When the visitor started writing, in milliseconds since 1970. */
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

/** Returns the words of this browser if they were written at this place. */
export function begunAt({ storyId, parentChapterId }: BegunPlace): BegunWords | null {
  const words = begunWords();
  return words?.storyId === storyId && words.parentChapterId === parentChapterId ? words : null;
}

/** Keeps words in this browser, instead of those of another place. Without a text, it only forgets those of this place. */
export function keepBegun(place: BegunPlace, text: string): void {
  const before = begunAt(place);
  if (text.trim() === '') {
    if (before) forgetBegun();
    return;
  }
  const words: BegunWords = { ...place, text, at: before?.at ?? Date.now() };
  writeItem(KEYS.begunWords, JSON.stringify(words));
}

export function forgetBegun(): void {
  writeItem(KEYS.begunWords, null);
}

/**
 * Returns the words that may be offered to a member. Null for a member who had already logged in here before the words
 * were written, because then someone else may have written them.
 */
export function wordsFor(memberId: string): BegunWords | null {
  const words = begunWords();
  const seen = firstSeenHere(memberId);
  return words && seen !== null && seen > words.at ? words : null;
}

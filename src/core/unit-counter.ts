import { countUnits } from './units.ts';

/** Size of one half of the cache, in UTF-16 units of paragraph text: about 60 chapters of 2,000 words. */
const REMEMBERED = 1_000_000;
/** Overhead per paragraph, in the same unit. */
const EACH = 50;

/**
 * Returns a function that counts the units of a text, given as paragraphs. It caches the counts of recent paragraphs. A
 * text is counted on every save and every pause in typing, and usually only one paragraph has changed.
 */
export function createUnitCounter(
  remembered = REMEMBERED,
  count: (text: string) => number = countUnits,
): (paragraphs: readonly string[]) => number {
  // When the newer half is full, it replaces the older one. This evicts entries that haven't been used recently.
  let newer = new Map<string, number>();
  let older = new Map<string, number>();
  let size = 0;
  const unitsOf = (text: string): number => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    const units = older.get(text) ?? count(text);
    if (size + text.length + EACH > remembered) {
      older = newer;
      newer = new Map();
      size = 0;
    }
    newer.set(ownCopy(text), units);
    size += text.length + EACH;
    return units;
  };
  return (paragraphs) => {
    let units = 0;
    for (const text of paragraphs) if (text !== '') units += unitsOf(text);
    return units;
  };
}

/** Copies the string. A substring would keep the whole original text in memory; a newly joined string doesn't. */
const ownCopy = (text: string) => ` ${text}`.slice(1);

/** Counts the units of all paragraphs. Equals `countUnits` of the whole text. */
export const countUnitsOf = createUnitCounter();

import { countUnits } from './units.ts';

/** UTF-16 units of paragraphs whose counts are remembered, twice at most: some 60 chapters of 2,000 words. */
const REMEMBERED = 1_000_000;
/** What a paragraph takes beside its letters, in the same measure. */
const EACH = 50;

/**
 * Returns a counter of units for texts in paragraphs, which counts a paragraph that it met not long ago by looking it up. A
 * text is counted at each save and each pause in typing, and hardly ever more than one of its paragraphs has changed.
 */
export function createUnitCounter(
  remembered = REMEMBERED,
  count: (text: string) => number = countUnits,
): (paragraphs: readonly string[]) => number {
  // Two halves: when the newer one is full it becomes the older one, and what was not asked for since is forgotten.
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

/** A part of a text keeps the whole text in memory as long as the part lives; what is joined anew is a text of its own. */
const ownCopy = (text: string) => ` ${text}`.slice(1);

/** Units of all paragraphs together: as many as `countUnits` counts in the whole text. */
export const countUnitsOf = createUnitCounter();

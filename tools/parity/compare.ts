import { isDeepStrictEqual } from 'node:util';
import { structuredPatch } from 'diff';

/** A difference that is intended. It is one of three kinds. */
export interface Meant {
  /** Matches the places that have it, such as `GET /about?t=de` or `member /story/1`. */
  readonly at: RegExp;
  readonly reason: string;
  /** Matches a changed line, with its `-` or `+`. */
  readonly line?: RegExp;
  /**
   * Matches an element that is gone, with everything in it: its line and those indented below, without its own indentation.
   * All matching elements of the older build are left out, so it must match none that both builds have.
   */
  readonly lost?: RegExp;
  /** The same for an element that is new. */
  readonly added?: RegExp;
}

/**
 * The lines of one place in each build. A place is a request, or an address in somebody's browser. If the first line differs, this is
 * another page altogether, and the other lines don't matter.
 */
export interface Compared {
  readonly place: string;
  /** What its places in other languages have in common with it. They are reported together. */
  readonly page: string;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

export interface Difference {
  /** The changed lines with those around them. */
  readonly text: string;
  readonly places: string[];
}

const CONTEXT = 2;
/** If two pages have less in common, the difference would say nothing, and take long to find. */
const MOST_EDITS = 4000;
const MOST_LINES = 40;
const LONGEST_LINE = 180;

const isChange = (line: string) => /^[-+]/.test(line);

function hunksOf(before: readonly string[], now: readonly string[]): string[][] {
  if (before[0] !== now[0]) return [[`-${before[0]}`, `+${now[0]}`]];
  const [old, next] = [before, now].map((lines) => `${lines.join('\n')}\n`);
  const patch = structuredPatch('', '', old!, next!, '', '', { context: CONTEXT, maxEditLength: MOST_EDITS });
  return patch ? patch.hunks.map(({ lines }) => lines) : [['-(nearly all lines)', '+(nearly all lines)']];
}

/** The lines without the elements that match, and what is in them. */
function without(lines: readonly string[], pattern: RegExp): string[] {
  const kept: string[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const indent = lines[start]!.search(/\S/);
    for (end = start + 1; end < lines.length && lines[end]!.search(/\S/) > indent; ) end += 1;
    const element = lines.slice(start, end).map((line) => line.slice(indent));
    if (pattern.test(element.join('\n'))) continue;
    end = start + 1;
    kept.push(lines[start]!);
  }
  return kept;
}

function shorten(lines: readonly string[]): string {
  const cut = (line: string) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line);
  const rest = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES).map(cut), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n');
}

/** Collects the differences of many places that are not intended. */
export function collectDifferences(meant: readonly Meant[]) {
  const used = new Set<Meant>();
  const byKey = new Map<string, Difference>();
  let count = 0;
  const isMeant = (place: string, line: string) => {
    const matching = meant.filter((entry) => entry.at.test(place) && entry.line?.test(line));
    for (const entry of matching) used.add(entry);
    return matching.length > 0;
  };
  /** The lines without the elements that are meant to be `kind`. */
  const dropMeant = (place: string, lines: readonly string[], kind: 'lost' | 'added') =>
    meant.reduce((rest, entry) => {
      const pattern = entry.at.test(place) ? entry[kind] : undefined;
      const left = pattern ? without(rest, pattern) : rest;
      if (left.length < rest.length) used.add(entry);
      return left;
    }, lines);
  /** The changed parts with something that is not meant. */
  const openHunks = ({ place, before, now }: Compared) => {
    if (isDeepStrictEqual(before, now)) return [];
    const hunks = hunksOf(dropMeant(place, before, 'lost'), dropMeant(place, now, 'added'));
    return hunks.filter((lines) => lines.some((line) => isChange(line) && !isMeant(place, line)));
  };
  return {
    differs: (compared: Compared) => openHunks(compared).length > 0,
    add(compared: Compared): void {
      count += 1;
      const { place, page } = compared;
      const keys = new Set<string>();
      for (const lines of openHunks(compared)) {
        // Its elements alone, since these are the same in all languages.
        const changes = lines.filter(isChange).map((line) => /^.\s*(- )?[^\s“"]*/.exec(line)?.[0]);
        let key = [page, ...changes].join('\n');
        while (keys.has(key)) key += '+';
        keys.add(key);
        const known = byKey.get(key);
        if (known) known.places.push(place);
        else byKey.set(key, { text: shorten(lines), places: [place] });
      }
    },
    count: () => count,
    /** Each difference once: in the first of its languages, with all of its places. Those of most places come first. */
    found(): Difference[] {
      // Without attributes, which may name the page.
      const groups = [...Map.groupBy(byKey.values(), ({ text }) => text.replace(/="[^"]*"/g, '')).values()];
      const all = groups.map((same) => ({ text: same[0]!.text, places: same.flatMap(({ places }) => places) }));
      return all.sort((a, b) => b.places.length - a.places.length);
    },
    unusedMeant: () => meant.filter((entry) => !used.has(entry)),
  };
}

import { type LanguagePair, lengthInEnglish } from './length.ts';

/**
 * Aligns paragraphs of a translation to those of its original by their lengths alone (Gale & Church 1993). Long
 * paragraphs become long ones, so the sequence of lengths shows where one was split, two were joined or some were left
 * out.
 */

/** How many source paragraphs match how many of the translation. `cost` is −ln of the probability. */
interface Bead {
  sources: number;
  targets: number;
  cost: number;
}
const share = (value: number) => -Math.log(value);
const BEADS: readonly Bead[] = [
  { sources: 1, targets: 1, cost: share(0.9) },
  { sources: 2, targets: 1, cost: share(0.03) },
  { sources: 1, targets: 2, cost: share(0.03) },
  { sources: 2, targets: 2, cost: share(0.01) },
  { sources: 3, targets: 1, cost: share(0.005) },
  { sources: 1, targets: 3, cost: share(0.005) },
];
/** Cost of the first omitted or added paragraph, and of each further one. They mostly come in runs: a scene, a note. */
const GAP = share(0.005);
const GAP_GOES_ON = share(0.5);
const SOURCES_MAX = 3;
/** Variance of the length per character, as measured by the authors. */
const VARIANCE = 6.8;
/** Width of the search band around the diagonal, in addition to half the difference of the counts. */
const BAND = 200;
/** Upper bound for the cells of the table, because the computation blocks other requests. */
const CELLS_MAX = 3_000_000;
const BAND_MIN = 20;

/** Cost (−ln) of the length of a paragraph that has no counterpart. */
const anyLength = (length: number) => Math.log(1 + length) + 1;

/** Prefix sums of the lengths, starting with 0. */
function sums(lengths: readonly number[]): Float64Array {
  const result = new Float64Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) result[i + 1] = result[i]! + length;
  return result;
}

/** A step of the path through both texts. */
type Step = Pick<Bead, 'sources' | 'targets'>;

/** A line of the table: all paths that have consumed a given number of source paragraphs. */
class Line {
  /** Number of target paragraphs in the first cell. */
  readonly from: number;
  /** Cost of the cheapest path to each cell, and of the cheapest one that ends with an omitted source paragraph. */
  costs: Float64Array;
  gaps: Float64Array;
  /** How many source paragraphs the latter omits at its end. */
  gapLengths: Uint16Array;
  /** The last step: a bead, or the number of paragraphs omitted (> 0) or added (< 0). */
  readonly beads: Int8Array;
  readonly skipped: Int16Array;

  constructor(from: number, to: number) {
    const width = to - from + 1;
    this.from = from;
    this.costs = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    this.gaps = this.costs.slice();
    this.gapLengths = new Uint16Array(width);
    this.beads = new Int8Array(width);
    this.skipped = new Int16Array(width);
  }

  /** Frees the costs. Once the following lines are filled, only the last steps are needed. */
  forget(): void {
    this.costs = this.gaps = new Float64Array(0);
    this.gapLengths = new Uint16Array(0);
  }
}

/**
 * Fills in the paths that end with paragraphs of both texts. The length of a translation varies around that of its
 * original, but it may be split anywhere. This is the innermost loop, so everything that depends on one text alone is
 * computed outside.
 */
function fillBeads(lines: readonly Line[], i: number, source: Float64Array, target: Float64Array): void {
  const { from, costs, beads } = lines[i]!;
  for (const [which, { sources, targets, cost }] of BEADS.entries()) {
    const before = lines[i - sources];
    if (!before) continue;
    const length = source[i]! - source[i - sources]!;
    const variance = VARIANCE * Math.max(1, length);
    const fixed = cost + Math.log(2 * Math.PI * variance) / 2 + (targets - 1) * anyLength(length);
    const weight = 1 / (2 * variance);
    const last = Math.min(costs.length, before.from + before.costs.length + targets - from);
    for (let k = Math.max(0, before.from + targets - from); k < last; k += 1) {
      const j = from + k;
      const far = target[j]! - target[j - targets]! - length;
      const sum = before.costs[j - targets - before.from]! + fixed + far * far * weight;
      if (sum < costs[k]!) {
        costs[k] = sum;
        beads[k] = which;
      }
    }
  }
}

/** Fills in the paths that end with an omitted or an added paragraph. */
function fillGaps(line: Line, before: Line | undefined, unlikely: Float64Array): void {
  let added = Number.POSITIVE_INFINITY;
  let addedLength = 0;
  for (let k = 0; k < line.costs.length; k += 1) {
    const b = before ? line.from + k - before.from : -1;
    if (before && b >= 0 && b < before.costs.length) {
      const begins = before.costs[b]! + GAP;
      const goesOn = before.gaps[b]! + GAP_GOES_ON;
      line.gaps[k] = Math.min(begins, goesOn);
      line.gapLengths[k] = goesOn < begins ? before.gapLengths[b]! + 1 : 1;
      if (line.gaps[k]! < line.costs[k]!) {
        line.costs[k] = line.gaps[k]!;
        line.skipped[k] = line.gapLengths[k]!;
      }
    }
    if (k > 0) {
      const begins = line.costs[k - 1]! + GAP;
      const goesOn = added + GAP_GOES_ON;
      addedLength = goesOn < begins ? addedLength + 1 : 1;
      added = Math.min(begins, goesOn) + unlikely[line.from + k]!;
      if (added < line.costs[k]!) {
        line.costs[k] = added;
        line.skipped[k] = -addedLength;
      }
    }
  }
}

/**
 * Returns the cheapest path. Time and space are proportional to the number of paragraphs times the width of the band.
 */
function steps(source: Float64Array, target: Float64Array): Step[] {
  const n = source.length - 1;
  const m = target.length - 1;
  const wanted = BAND + Math.ceil(Math.abs(n - m) / 2);
  const reach = Math.max(BAND_MIN, Math.min(wanted, Math.floor(CELLS_MAX / (2 * (n + 1)))));
  const unlikely = target.map((sum, j) => anyLength(sum - (target[j - 1] ?? 0)));
  const lines: Line[] = [];
  for (let i = 0; i <= n; i += 1) {
    const centre = Math.round((i * m) / n);
    const line = new Line(Math.max(0, centre - reach), Math.min(m, centre + reach));
    lines.push(line);
    if (i === 0) line.costs[0] = 0;
    fillBeads(lines, i, source, target);
    fillGaps(line, lines[i - 1], unlikely);
    lines[i - SOURCES_MAX]?.forget();
  }
  const way: Step[] = [];
  for (let i = n, j = m; i > 0 || j > 0; ) {
    const line = lines[i]!;
    const skipped = line.skipped[j - line.from]!;
    const step =
      skipped === 0
        ? BEADS[line.beads[j - line.from]!]!
        : { sources: Math.max(0, skipped), targets: Math.max(0, -skipped) };
    way.push(step);
    i -= step.sources;
    j -= step.targets;
  }
  return way.reverse();
}

/**
 * For each paragraph of the translation, returns the keys of the source paragraphs that it translates: mostly one, none
 * if it was added. Omitted source paragraphs don’t appear. Both texts are given with inline markup.
 */
export function alignParagraphs(
  source: readonly { key: string; text: string }[],
  target: readonly string[],
  languages: LanguagePair,
): string[][] {
  if (source.length === 0 || target.length === 0) return target.map(() => []);
  const from = sums(source.map(({ text }) => lengthInEnglish(text, languages.source)));
  const into = sums(target.map((text) => lengthInEnglish(text, languages.target)));
  let at = 0;
  return steps(from, into).flatMap(({ sources, targets }) => {
    const keys = targets === 0 ? [] : source.slice(at, at + sources).map(({ key }) => key);
    at += sources;
    return Array.from({ length: targets }, () => [...keys]);
  });
}

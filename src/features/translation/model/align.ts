import { type LanguagePair, lengthInEnglish } from './length.ts';

/**
 * Which paragraphs of a translation render which of its source, found by their lengths alone (Gale & Church 1993): long
 * ones become long ones, so the sequence of lengths shows where one was divided, two were joined or some were left out.
 */

/** So many source paragraphs become so many of the translation; `cost` is how rare that is (−ln of its share). */
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
/** Where one paragraph is left out, or added, the next one mostly is too: a scene, a note. */
const GAP = share(0.005);
const GAP_GOES_ON = share(0.5);
const SOURCES_MAX = 3;
/** How much lengths scatter: of a text of n characters by √(6.8 n), as the authors measured. */
const VARIANCE = 6.8;
/** How far from the diagonal it is searched, beside what the numbers differ by, */
const BAND = 200;
/** and how many cells at most: others wait while it is reckoned. */
const CELLS_MAX = 3_000_000;
const BAND_MIN = 20;

/** How unlikely (−ln) a paragraph of such a length is at all. */
const anyLength = (length: number) => Math.log(1 + length) + 1;

/** Sums of the first 0, 1, 2 … lengths. */
function sums(lengths: readonly number[]): Float64Array {
  const result = new Float64Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) result[i + 1] = result[i]! + length;
  return result;
}

/** A step of the way through both texts. */
type Step = Pick<Bead, 'sources' | 'targets'>;

/** One line of the table, for all ways that begin with so many sources. */
class Line {
  /** The number of targets that its first cell stands for. */
  readonly from: number;
  /** Of the cheapest way to each cell, and of the cheapest that ends with a source left out. */
  costs: Float64Array;
  gaps: Float64Array;
  /** How many sources that one has left out at its end. */
  gapLengths: Uint16Array;
  /** The last step: a bead, or how much was left out (> 0) or added (< 0). */
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

  /** Only the last steps are needed once the lines behind it are filled. */
  forget(): void {
    this.costs = this.gaps = new Float64Array(0);
    this.gapLengths = new Uint16Array(0);
  }
}

/**
 * What ends with paragraphs of both. A translation's length scatters around the source's; where it is divided may be
 * anywhere. This is the innermost loop: what depends on one text alone is reckoned outside.
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

/** What ends with one left out, or one added. */
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

/** The cheapest way. Time and space go with the number of paragraphs times the width of the band. */
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
 * For each paragraph of the translation the keys of the source paragraphs that it renders: mostly one, none for what was
 * added. A source paragraph that nothing renders is not named. Both texts with their marks written out.
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

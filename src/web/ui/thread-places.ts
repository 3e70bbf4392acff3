/** Where the parts of a length of time lie along a line, in percent of the line. */
export interface ThreadPlaces {
  /** End of what is used up. */
  readonly now: number;
  /** Beginning of the dotted rest, a little after it; null when there is no room for any. */
  readonly rest: number | null;
  /** False where the word "now" would run into the date at an end. */
  readonly showsNow: boolean;
}

const GAP = 4;
/** The dots end a little before the open knot. */
export const REST_END = 98;

/** How far along the way from `from` to `to` the moment `at` lies, in whole percent (all in milliseconds). */
export function placeOf(from: number, to: number, at: number): number {
  const whole = to - from;
  const share = whole > 0 ? Math.min(1, Math.max(0, (at - from) / whole)) : 1;
  return Math.round(share * 100);
}

/** What is written below a moment: its day, the time, or both. */
export type AxisLabel = 'short' | 'clock' | 'day-clock';

/** How much of the line each takes at most, in percent. */
const WIDTHS: Record<AxisLabel, number> = { short: 16, clock: 18, 'day-clock': 40 };
const BETWEEN = 1;

/** The labels of moments in their order, given the day of each: where days are the same, the times tell them apart. */
export function axisLabels(days: readonly string[]): AxisLabel[] {
  const isOneDay = new Set(days).size === 1;
  return days.map((day, i) => {
    if (days.indexOf(day) === days.lastIndexOf(day)) return 'short';
    return isOneDay || days.indexOf(day) !== i ? 'clock' : 'day-clock';
  });
}

/** True where a label at this place runs into neither of those at the ends. */
export function hasRoom(place: number, [first, own, last]: readonly AxisLabel[] = []): boolean {
  const [left, middle, right] = [first, own, last].map((label) => WIDTHS[label ?? 'short']) as [number, number, number];
  return place >= left + middle / 2 + BETWEEN && place <= 100 - (right + middle / 2 + BETWEEN);
}

/** Places for what runs from `from` to `to` at the moment `now` (all in milliseconds). */
export function threadPlaces(from: number, to: number, now: number): ThreadPlaces {
  const at = placeOf(from, to, now);
  const rest = at + GAP;
  return { now: at, rest: rest < REST_END ? rest : null, showsNow: hasRoom(at) };
}

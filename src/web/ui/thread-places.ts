/** Positions of the parts of a time span along a line, in percent of the line. */
export interface ThreadPlaces {
  /** End of the elapsed part. */
  readonly now: number;
  /** Start of the dotted rest, a little after it. Null if there is no room for it. */
  readonly rest: number | null;
  /** False if the word “now” would run into the date at an end. */
  readonly showsNow: boolean;
}

/** Distance from the elapsed part to the dotted rest. */
export const REST_AFTER = 4;
/** The dots end a little before the open circle. */
export const REST_END = 98;

/** Returns the position of `at` between `from` and `to`, in whole percent. All in ms. */
export function placeOf(from: number, to: number, at: number): number {
  const whole = to - from;
  const share = whole > 0 ? Math.min(1, Math.max(0, (at - from) / whole)) : 1;
  return Math.round(share * 100);
}

/** The label below a moment: its day, the time, or both. */
export type AxisLabel = 'short' | 'clock' | 'day-clock';

/** Maximum width of each label, in percent of the line. */
const WIDTHS: Record<AxisLabel, number> = { short: 16, clock: 18, 'day-clock': 40 };
const BETWEEN = 1;

/**
 * Returns the labels of moments in their order, given the day of each. Moments of the same day are distinguished by
 * their times.
 */
export function axisLabels(days: readonly string[]): AxisLabel[] {
  const isOneDay = new Set(days).size === 1;
  return days.map((day, i) => {
    if (days.indexOf(day) === days.lastIndexOf(day)) return 'short';
    return isOneDay || days.indexOf(day) !== i ? 'clock' : 'day-clock';
  });
}

/** Returns true if a label at this position runs into neither of those at the ends. */
export function hasRoom(place: number, [first, own, last]: readonly AxisLabel[] = []): boolean {
  const [left, middle, right] = [first, own, last].map((label) => WIDTHS[label ?? 'short']) as [number, number, number];
  return place >= left + middle / 2 + BETWEEN && place <= 100 - (right + middle / 2 + BETWEEN);
}

/** Returns the positions for a time span from `from` to `to` at the moment `now`. All in ms. */
export function threadPlaces(from: number, to: number, now: number): ThreadPlaces {
  const at = placeOf(from, to, now);
  const rest = at + REST_AFTER;
  return { now: at, rest: rest < REST_END ? rest : null, showsNow: hasRoom(at) };
}

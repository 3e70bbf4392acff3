/**
 * The length of a text between the bounds of its story, for the length strip. All positions in percent of the strip.
 */
export interface Length {
  kind: 'short' | 'fits' | 'nearly_full' | 'over';
  /** The relevant number: how many units are missing, left, or too many. */
  count: number;
  /** End of the written part. */
  written: number;
  /** Position of the minimum. */
  least: number;
  /** Position of the maximum. */
  most: number;
}

/** Share of the maximum from which the remaining units are shown. */
const NEARLY_FULL = 0.9;

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

export function lengthStateOf(units: number, { minUnits, maxUnits }: { minUnits: number; maxUnits: number }): Length {
  const scale = Math.max(units, maxUnits);
  const places = { written: percent(units, scale), least: percent(minUnits, scale), most: percent(maxUnits, scale) };
  if (units > maxUnits) return { kind: 'over', count: units - maxUnits, ...places };
  if (units < minUnits) return { kind: 'short', count: minUnits - units, ...places };
  return { kind: units >= maxUnits * NEARLY_FULL ? 'nearly_full' : 'fits', count: maxUnits - units, ...places };
}

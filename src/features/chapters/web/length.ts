/** How long a text is between its story's bounds, as the strip shows it. All places in percent of the strip. */
export interface Length {
  kind: 'short' | 'fits' | 'nearly_full' | 'over';
  /** The number that matters: how many more are needed, are left, or are too many. */
  count: number;
  /** Where the written part ends. */
  written: number;
  /** Where the least stands. */
  least: number;
  /** Where the most stands. */
  most: number;
}

/** From here on what is left matters more than the bounds. */
const NEARLY_FULL = 0.9;

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

export function lengthStateOf(units: number, { minUnits, maxUnits }: { minUnits: number; maxUnits: number }): Length {
  const scale = Math.max(units, maxUnits);
  const places = { written: percent(units, scale), least: percent(minUnits, scale), most: percent(maxUnits, scale) };
  if (units > maxUnits) return { kind: 'over', count: units - maxUnits, ...places };
  if (units < minUnits) return { kind: 'short', count: minUnits - units, ...places };
  return { kind: units >= maxUnits * NEARLY_FULL ? 'nearly_full' : 'fits', count: maxUnits - units, ...places };
}

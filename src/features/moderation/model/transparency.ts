/** Months with fewer reports than this are shown together with a neighbor, so that they point to no single person. */
export const FEWEST_SHOWN = 5;

/** The reports of a month, or of several that are shown together. Months are numbered from 1. */
export interface MonthCounts {
  readonly from: number;
  readonly to: number;
  readonly received: number;
  /** Those after which something was restricted. */
  readonly acted: number;
}

const joined = (a: MonthCounts, b: MonthCounts): MonthCounts => ({
  from: a.from,
  to: b.to,
  received: a.received + b.received,
  acted: a.acted + b.acted,
});

/** Joins months with few reports with the next ones, and the last ones with those before. */
export function joinSmallMonths(months: readonly MonthCounts[]): MonthCounts[] {
  const shown: MonthCounts[] = [];
  let open: MonthCounts | null = null;
  for (const month of months) {
    open = open ? joined(open, month) : month;
    if (open.received < FEWEST_SHOWN) continue;
    shown.push(open);
    open = null;
  }
  if (!open) return shown;
  const last = shown.pop();
  return [...shown, last ? joined(last, open) : open];
}

/** Path of the same figures as a file. */
export const TRANSPARENCY_FILE = '/transparency.csv';

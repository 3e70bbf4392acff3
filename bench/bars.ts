/** A figure beside its limits (docs/quality.md). */
export interface Figure {
  readonly bar: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly must: number;
  readonly aim: number;
  /** Whether a larger figure is better. */
  readonly more: boolean;
  readonly note?: string;
}

/** What a search may take at most (C1): times in milliseconds, the index of the whole library in minutes. */
export const SEARCH_BARS = {
  p95: { must: 150, aim: 50 },
  notFound: { must: 0, aim: 0 },
  index: { must: 60, aim: 10 },
} as const;

/** Pages are measured as at a first visit: what the offline worker fetches afterwards, for keeping, is no part of them. */
export const FIRST_VISIT = { locale: 'en', serviceWorkers: 'block' } as const;

/** A ratio, where more is better. */
export function ratio(bar: string, what: string, value: number, must: number, aim: number, note?: string): Figure {
  return { bar, what, value, unit: '', must, aim, more: true, ...(note ? { note } : {}) };
}

/** A cost, where less is better. */
export function cost(
  bar: string,
  what: string,
  value: number,
  unit: string,
  must: number,
  aim: number,
  note?: string,
): Figure {
  return { bar, what, value, unit, must, aim, more: false, ...(note ? { note } : {}) };
}

function reaches({ value, more }: Figure, limit: number): boolean {
  return more ? value >= limit : value <= limit;
}

export function isMissed(figure: Figure): boolean {
  return !reaches(figure, figure.must);
}

function short(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(value < 100 ? 1 : 0);
}

/** All figures as a Markdown table, so that it can stand in docs/quality.md as it is. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const sign = figure.more ? '≥' : '≤';
    const verdict = isMissed(figure) ? '**missed**' : reaches(figure, figure.aim) ? 'aim' : 'must';
    const { unit } = figure;
    const cell = (limit: number) => `${sign} ${short(limit)}${unit && ` ${unit}`}`;
    const value = `${short(figure.value)}${unit && ` ${unit}`}`;
    return `| ${figure.bar} | ${figure.what} | ${value} | ${cell(figure.must)} | ${cell(figure.aim)} | ${verdict} | ${figure.note ?? ''} |`;
  });
  return ['| Bar | What | Measured | Must | Aim | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

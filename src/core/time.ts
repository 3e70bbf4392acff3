/** Durations in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the time `length` milliseconds after `date`. */
export function after(date: Date, length: number): Date {
  return new Date(date.getTime() + length);
}

/** Returns the UTC date of a time, such as `2026-11-22`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

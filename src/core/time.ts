/** Lengths of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The moment `length` milliseconds after `date`. */
export function after(date: Date, length: number): Date {
  return new Date(date.getTime() + length);
}

/** The day of a moment in UTC, as `2026-11-22`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

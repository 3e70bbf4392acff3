import { DAY, HOUR, MINUTE } from './time.ts';

/** What is left until a moment, in whole units of which the largest two at most are said. */
export interface Countdown {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/**
 * Splits what is left (milliseconds): days and hours from a day on, hours and minutes below that, minutes in the last
 * hour. A minute that has begun still counts, so zero is said when the time is up and not before. Null when it is up.
 */
export function countdown(left: number): Countdown | null {
  if (left <= 0) return null;
  const rounded = Math.ceil(left / MINUTE) * MINUTE;
  if (rounded >= DAY) {
    const hours = Math.floor(rounded / HOUR);
    return { days: Math.floor(hours / 24), hours: hours % 24, minutes: 0 };
  }
  return { days: 0, hours: Math.floor(rounded / HOUR), minutes: Math.floor((rounded % HOUR) / MINUTE) };
}

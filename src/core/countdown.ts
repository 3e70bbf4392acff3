import { DAY, HOUR, MINUTE } from './time.ts';

/** Remaining time. At most the two largest units are set; the others are 0. */
export interface Countdown {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/**
 * Splits the remaining time (ms) into days and hours from one day on, and into hours and minutes below. Rounds up to
 * whole minutes, so that it isn’t 0 before the time is up. Returns null when the time is up.
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

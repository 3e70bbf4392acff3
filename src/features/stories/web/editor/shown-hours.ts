import { wholeNumber } from './whole-number.ts';

/** Durations are stored in hours; long ones are easier to understand in days. */
export type TimeUnit = 'hours' | 'days';

const DAY_HOURS = 24;
/** Longest duration that is shown in hours. Longer ones are shown in days. */
const HOURS_SAID = 72;

/** How to show a number of hours: above 72 hours as days, if they are whole days. */
export function hoursShown(hours: number): { amount: number; unit: TimeUnit } {
  const inDays = hours > HOURS_SAID && hours % DAY_HOURS === 0;
  return inDays ? { amount: hours / DAY_HOURS, unit: 'days' } : { amount: hours, unit: 'hours' };
}

/** The content of an hours field in another unit. Text that isn’t a number stays as typed. */
export function inUnit(value: string, unit: TimeUnit): { text: string; unit: TimeUnit } {
  const hours = wholeNumber(value);
  if (unit === 'hours' || Number.isNaN(hours)) return { text: value, unit };
  return hours % DAY_HOURS === 0 ? { text: String(hours / DAY_HOURS), unit } : { text: value, unit: 'hours' };
}

/** Converts a typed amount to hours. */
export function fromUnit(text: string, unit: TimeUnit): string {
  const amount = wholeNumber(text);
  return unit === 'hours' || Number.isNaN(amount) ? text : String(amount * DAY_HOURS);
}

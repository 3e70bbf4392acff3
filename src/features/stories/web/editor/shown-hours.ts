import { wholeNumber } from './story-form.ts';

/** Times of a competition are stored in hours; people think of long ones in days. */
export type TimeUnit = 'hours' | 'days';

const DAY_HOURS = 24;
/** Said in hours up to here, in days beyond. */
const HOURS_SAID = 72;

/** A number of hours as it is said: whole days beyond three of them. */
export function hoursShown(hours: number): { amount: number; unit: TimeUnit } {
  const inDays = hours > HOURS_SAID && hours % DAY_HOURS === 0;
  return inDays ? { amount: hours / DAY_HOURS, unit: 'days' } : { amount: hours, unit: 'hours' };
}

/** What stands in a field of hours when it is read in a unit. What is no number stands as it was typed. */
export function inUnit(value: string, unit: TimeUnit): { text: string; unit: TimeUnit } {
  const hours = wholeNumber(value);
  if (unit === 'hours' || Number.isNaN(hours)) return { text: value, unit };
  return hours % DAY_HOURS === 0 ? { text: String(hours / DAY_HOURS), unit } : { text: value, unit: 'hours' };
}

/** What was typed in a unit, in hours. */
export function fromUnit(text: string, unit: TimeUnit): string {
  const amount = wholeNumber(text);
  return unit === 'hours' || Number.isNaN(amount) ? text : String(amount * DAY_HOURS);
}

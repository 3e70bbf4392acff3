import { localTime } from './local-time.ts';
import { MORNING } from './news-limits.ts';

/** Returns whether it is a day after `since` in this time zone, and its morning has come. */
export function isNextMorning(since: Date, now: Date, timeZone: string): boolean {
  const { day, hour } = localTime(now, timeZone);
  const first = localTime(since, timeZone).day;
  return day > first && (hour >= MORNING || day > dayAfter(first));
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

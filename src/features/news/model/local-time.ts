import { dateFormat, HOURS } from '#core/deadline.ts';

/** Date and hour of a time in a time zone. */
export interface LocalTime {
  /** As `2026-11-28`. */
  readonly day: string;
  readonly hour: number;
}

/** Returns the date and hour at a time, in a time zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = dateFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    ...HOURS,
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}

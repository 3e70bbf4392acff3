import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** Formats numbers, percentages and days in the reader’s language. */
export function useNumbers() {
  const tag = LANGUAGE_TAGS[useLanguage()];
  const whole = new Intl.NumberFormat(tag);
  const tenths = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const names = new Intl.ListFormat(tag);
  const day = (style: 'short' | 'long') =>
    new Intl.DateTimeFormat(tag, { day: 'numeric', month: style, timeZone: 'UTC' });
  const [short, long] = [day('short'), day('long')];
  return {
    count: (value: number) => whole.format(value),
    mean: (value: number) => tenths.format(value),
    /** Takes a share from 0 to 1. */
    percent: (share: number) => percent.format(share),
    list: (values: string[]) => names.format(values),
    /** Takes a day in UTC, such as `2026-11-22`. */
    shortDay: (value: string) => short.format(new Date(value)),
    longDay: (value: string) => long.format(new Date(value)),
  };
}

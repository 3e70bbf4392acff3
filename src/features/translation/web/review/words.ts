import { formatUnit } from '#core/format-unit.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** Joins several names in one sentence, as the language does. */
export function useListed(): (names: readonly string[]) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (names) => new Intl.ListFormat(language).format(names);
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** Formats the time since a moment, in the largest unit that it fills: “3 days”, “19 hours”. */
export function useAge(): (at: string, now: number) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at, now) => {
    const age = Math.max(MINUTE, now - Date.parse(at));
    const [unit, length] = UNITS.find(([, size]) => age >= size) ?? UNITS[2];
    return formatUnit(Math.floor(age / length), unit, language);
  };
}

/** Minutes until a moment, rounded up. */
export function minutesUntil(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / MINUTE));
}

import { formatUnit } from '#core/format-unit.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** Up to this length durations are given in hours, longer ones in days. */
const SAID_IN_HOURS = 72;

/** Formats a duration in the reader’s language: “72 hours”, “5 days”. */
export function useDuration(): (hours: number) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (hours) => {
    const inDays = hours > SAID_IN_HOURS && hours % 24 === 0;
    const unit = inDays ? 'day' : 'hour';
    return formatUnit(inDays ? hours / 24 : hours, unit, language);
  };
}

/**
 * Returns the short name of the reader’s time zone at a moment, for use beside a deadline: “GMT+1”, “MEZ”. It differs
 * between summer and winter, so it depends on the moment. Uses the current time while the moment is empty. Browser
 * only.
 */
export function useZoneName(written: string): string {
  const language = LANGUAGE_TAGS[useLanguage()];
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(
    Date.parse(written) || Date.now(),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** What separates two sentences in the language. */
export function useGap(): string {
  const language = useLanguage();
  return language === 'zh' || language === 'ja' ? '' : ' ';
}

/** Joins whole sentences as the language requires. */
export function useSentences(): (...sentences: (string | null)[]) => string {
  const gap = useGap();
  return (...sentences) => sentences.filter((sentence) => sentence !== null).join(gap);
}

import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** So many hours are still said as hours; what is longer, in days. */
const SAID_IN_HOURS = 72;

/** A length of time in the reader's language: "72 hours", "5 days". */
export function useDuration(): (hours: number) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (hours) => {
    const inDays = hours > SAID_IN_HOURS && hours % 24 === 0;
    const unit = inDays ? 'day' : 'hour';
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      inDays ? hours / 24 : hours,
    );
  };
}

/** The name of the reader's own zone, as people of the language say it: "Portugal Time", "葡萄牙时间". For what no server renders. */
export function useZoneName(): string {
  const language = LANGUAGE_TAGS[useLanguage()];
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Whole sentences after each other, as the language sets them. */
export function useSentences(): (...sentences: (string | null)[]) => string {
  const language = useLanguage();
  const gap = language === 'zh' || language === 'ja' ? '' : ' ';
  return (...sentences) => sentences.filter((sentence) => sentence !== null).join(gap);
}

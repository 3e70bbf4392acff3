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

/**
 * The reader's own zone at a moment, as short as beside a deadline: "GMT+1", "MEZ". Another one in summer than in winter,
 * so it is that of the moment itself; of now as long as none is written. For what no server renders.
 */
export function useZoneName(written: string): string {
  const language = LANGUAGE_TAGS[useLanguage()];
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(
    Date.parse(written) || Date.now(),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** What stands between two sentences of the language. */
export function useGap(): string {
  const language = useLanguage();
  return language === 'zh' || language === 'ja' ? '' : ' ';
}

/** Whole sentences after each other, as the language sets them. */
export function useSentences(): (...sentences: (string | null)[]) => string {
  const gap = useGap();
  return (...sentences) => sentences.filter((sentence) => sentence !== null).join(gap);
}

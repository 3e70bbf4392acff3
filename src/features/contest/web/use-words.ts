import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

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

const MOMENT = { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const;

/** The zone's name as people of the language say it: "Portugal Time", "葡萄牙时间". */
function zoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The name of the reader's own zone. For what no server renders. */
export function useZoneName(): string {
  return zoneName(LANGUAGE_TAGS[useLanguage()]);
}

/** A deadline with its zone. The page that everyone gets says it in UTC; the reader's own zone takes its place. */
export function useZoned(): (at: string) => string {
  const t = useT('contest');
  const language = LANGUAGE_TAGS[useLanguage()];
  const isHydrated = useHydrated();
  return (at) => {
    const moment = new Date(at);
    if (!isHydrated) {
      return t('contest.in_utc', { time: moment.toLocaleString(language, { ...MOMENT, timeZone: 'UTC' }) });
    }
    return t('contest.in_your_time', { time: moment.toLocaleString(language, MOMENT), zone: zoneName(language) });
  };
}

/** Whole sentences after each other, as the language sets them. */
export function useSentences(): (...sentences: (string | null)[]) => string {
  const language = useLanguage();
  const gap = language === 'zh' || language === 'ja' ? '' : ' ';
  return (...sentences) => sentences.filter((sentence) => sentence !== null).join(gap);
}

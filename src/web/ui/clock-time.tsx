import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/** The time of day of a moment of today, with the day before it when it was another one. For what no server renders. */
export function useMoment(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => {
    const moment = new Date(at);
    const isToday = moment.toDateString() === new Date().toDateString();
    return moment.toLocaleString(language, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) });
  };
}

export function ClockTime({ at }: { at: string }) {
  const moment = useMoment();
  return <time dateTime={at}>{moment(at)}</time>;
}

import { describeDeadline, HOURS } from '#core/deadline.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * Returns a function that formats a moment as its time of day, with the date unless it is today. Only for content that
 * the server doesn’t render.
 */
export function useMoment(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => {
    const moment = new Date(at);
    const isToday = moment.toDateString() === new Date().toDateString();
    return moment.toLocaleString(language, {
      timeStyle: 'short',
      ...HOURS,
      ...(isToday ? {} : { dateStyle: 'medium' }),
    });
  };
}

/** Returns a function that formats a deadline. Only for content that the server doesn’t render; otherwise `Deadline`. */
export function useDeadlineText(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => describeDeadline(new Date(at), language);
}

export function ClockTime({ at }: { at: string }) {
  const moment = useMoment();
  return <time dateTime={at}>{moment(at)}</time>;
}

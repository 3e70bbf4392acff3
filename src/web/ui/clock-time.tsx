import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/** The time of day of a moment of today, with the day before it when it was another one. For what no server renders. */
export function ClockTime({ at }: { at: string }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (
    <time dateTime={at}>
      {moment.toLocaleString(language, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) })}
    </time>
  );
}

import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** A moment as one says it today: the hour, with the day when it was another one. */
export function useMoment(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (at) => {
    const date = new Date(at);
    const isToday = date.toDateString() === new Date().toDateString();
    return date.toLocaleString(language, {
      ...(isToday ? {} : { day: 'numeric', month: 'short' }),
      hour: 'numeric',
      minute: '2-digit',
    });
  };
}

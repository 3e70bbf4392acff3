import { HOURS } from '#core/deadline.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { Time } from '#web/ui/time.tsx';
import { nearDay } from './days.ts';

/** Relative time for today’s messages, otherwise the time of day. */
export function MessageTime({ at }: { at: string }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  const date = new Date(at);
  if (nearDay(date, new Date()) === 'today') return <Time at={at} kind="relative" />;
  return <time dateTime={at}>{date.toLocaleTimeString(language, { timeStyle: 'short', ...HOURS })}</time>;
}

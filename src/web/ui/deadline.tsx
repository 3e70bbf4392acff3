import { describeDeadline } from '#core/deadline.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * A deadline. The server renders it in UTC, because the page is the same for everyone. The script of the page
 * (`boot/times.ts`) shows it in the reader’s time zone.
 */
export function Deadline({ at }: { at: string }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (
    <time dateTime={at} data-kind="deadline" suppressHydrationWarning>
      {describeDeadline(new Date(at), language, 'UTC')}
    </time>
  );
}

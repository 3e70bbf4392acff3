import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDeadline } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * When something ends, with the time zone: in UTC, since the page is the same for everybody, until the script of the page
 * (`boot/times.ts`) writes it in the reader's own zone.
 */
export function Deadline({ at }: { at: string }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  return (
    <time dateTime={at} data-kind="deadline" suppressHydrationWarning>
      {describeDeadline(new Date(at), language, 'UTC')}
    </time>
  );
}

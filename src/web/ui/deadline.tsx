import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDeadline } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * When something ends, with the time zone: the page, which is kept for everybody, says it in UTC; the browser in the
 * reader's own zone, by the script of the page (`boot/times.ts`) before React is there.
 */
export function Deadline({ at }: { at: string }) {
  const language = LANGUAGE_TAGS[useLanguage()];
  const isHydrated = useHydrated();
  return (
    <time dateTime={at} data-kind="deadline" suppressHydrationWarning>
      {describeDeadline(new Date(at), language, isHydrated ? undefined : 'UTC')}
    </time>
  );
}

import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDeadline } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * When something ends, with the name of the time zone: the page, which is kept for everybody, says it in UTC; the browser
 * in the reader's own zone. What shows it takes `suppressHydrationWarning`.
 */
export function useDeadline(): (at: string) => string {
  const language = LANGUAGE_TAGS[useLanguage()];
  const isHydrated = useHydrated();
  return (at) => describeDeadline(new Date(at), language, isHydrated ? undefined : 'UTC');
}

/** The same as an element of its own. */
export function Deadline({ at }: { at: string }) {
  const deadline = useDeadline();
  return (
    <time dateTime={at} suppressHydrationWarning>
      {deadline(at)}
    </time>
  );
}

import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * A moment. The page contains the day, because it is the same for everyone. The script of the page (`boot/times.ts`)
 * shows it in the reader’s time zone, without moving the layout. `relative` says “12 min. ago” for recent moments.
 */
export function Time({
  at,
  kind = 'short',
  className,
}: {
  at: string;
  kind?: 'short' | 'long' | 'moment' | 'relative';
  className?: string | undefined;
}) {
  const language = useLanguage();
  return (
    <time dateTime={at} data-kind={kind} className={className} suppressHydrationWarning>
      {describeDay(new Date(at), kind === 'moment' ? 'long' : kind, LANGUAGE_TAGS[language], 'UTC')}
    </time>
  );
}

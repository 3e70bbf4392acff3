import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * A moment. The page holds the day, since it is the same for everybody; the script of the page (`boot/times.ts`) writes it
 * in the reader's own time, in a place that does not move. `relative` says "12 min ago" for what is near.
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

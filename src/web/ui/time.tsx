import { useEffect, useRef } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { describeDay, showTime } from '../boot/times.ts';
import { useLanguage } from '../i18n/i18n.tsx';

/**
 * A moment. The page holds the day, since it is kept for everybody; the browser writes it in the reader's own time, in a
 * place that does not move. `relative` says "12 min ago" for what is near.
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
  const ref = useRef<HTMLTimeElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written anew when the moment changes
  useEffect(() => {
    if (ref.current) showTime(ref.current);
  }, [at, kind]);
  return (
    <time ref={ref} dateTime={at} data-kind={kind} className={className} suppressHydrationWarning>
      {describeDay(new Date(at), kind === 'moment' ? 'long' : kind, LANGUAGE_TAGS[language], 'UTC')}
    </time>
  );
}

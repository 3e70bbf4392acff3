import { useEffect, useState } from 'react';
import { countdown } from '#core/countdown.ts';
import { MINUTE } from '#core/time.ts';
import { NO_WORDS } from '../boot/times.ts';
import { Sentence, useT } from '../i18n/i18n.tsx';
import { Time } from './time.tsx';
import type { TimeLeftProps } from './time-left-slot.tsx';
import { useHydrated } from './use-hydrated.ts';

const SAID_ALOUD = 5 * MINUTE;

/** The reader's clock, each minute anew; null on the server, whose pages are kept longer than a minute. */
export function useNow(): number | null {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, MINUTE);
    // Timers stand still in a tab that sleeps.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return isHydrated ? now : null;
}

/**
 * How long something still lasts, as "4 days 6 hours left". The page says until which day; once the reader's own clock is
 * known, the words change in their place. Where it is `announced`, the last minutes are said aloud, each once. Where the
 * deadline stands `beside` it, the page does not say the day twice: the line is kept for what the script of the page writes.
 */
export function TimeLeft({ until, announced = false, beside = false }: TimeLeftProps) {
  const t = useT('times');
  const now = useNow();
  if (now === null && beside) {
    return (
      <time dateTime={until} data-kind="left" suppressHydrationWarning>
        {NO_WORDS}
      </time>
    );
  }
  if (now === null) {
    return <Sentence id="times.until" wraps={{ day: () => <Time at={until} kind="long" /> }} parts={['times']} />;
  }
  const left = countdown(Date.parse(until) - now);
  const isNear = announced && (left === null || Date.parse(until) - now < SAID_ALOUD);
  return (
    <time dateTime={until} aria-live={isNear ? 'polite' : undefined}>
      {left ? t('times.left', left) : t('times.up')}
    </time>
  );
}

import { useEffect, useState } from 'react';
import { countdown } from '#core/countdown.ts';
import { MINUTE } from '#core/time.ts';
import { NO_WORDS } from '../boot/times.ts';
import { Sentence, useT } from '../i18n/i18n.tsx';
import { leftPatterns } from './left-patterns.ts';
import { Time } from './time.tsx';
import type { TimeLeftProps } from './time-left-slot.tsx';
import { useHydrated } from './use-hydrated.ts';

const SAID_ALOUD = 5 * MINUTE;

/**
 * Returns the current time in ms, updated every minute. Null on the server, whose pages are cached for longer than a
 * minute.
 */
export function useNow(): number | null {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, MINUTE);
    // Timers don’t run in a sleeping tab.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return isHydrated ? now : null;
}

/**
 * Shows how much time is left, as “4 days 6 hours left”. The server renders the day; the browser replaces it with the
 * countdown. If `announced`, screen readers announce the last minutes, each once. If the deadline is `beside` it, the
 * server renders a placeholder instead of the day, which the script of the page replaces.
 */
export function TimeLeft({ until, announced = false, beside = false }: TimeLeftProps) {
  const t = useT('times');
  const now = useNow();
  if (now === null && beside) {
    return (
      <time dateTime={until} data-kind="left" data-patterns={leftPatterns(t)} suppressHydrationWarning>
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

import { useEffect, useState } from 'react';
import { countdown } from '#core/countdown.ts';
import { MINUTE } from '#core/time.ts';
import { measureServerClock } from '../api/server-clock.ts';
import { serverNow } from '../boot/server-time.ts';
import { useT } from '../i18n/i18n.tsx';
import { StaticTimeLeft, type TimeLeftProps } from './time-left-slot.tsx';

const SAID_ALOUD = 5 * MINUTE;

/**
 * Returns the current time in ms, by the server’s clock, updated every minute. Null on the server, whose pages are
 * cached for longer than a minute, and until the clocks are compared: a wrong clock would say that the time is up.
 */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    let isShown = true;
    const tick = () => void measureServerClock().then(() => isShown && setNow(serverNow()));
    tick();
    const timer = setInterval(tick, MINUTE);
    // Timers don’t run in a sleeping tab.
    document.addEventListener('visibilitychange', tick);
    return () => {
      isShown = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

/**
 * Shows how much time is left, as “4 days 6 hours left”. The server renders the day, which the script of the page and then
 * React replace with the countdown. If `announced`, screen readers announce the last minutes, each once.
 */
export function TimeLeft(props: TimeLeftProps) {
  const { until, announced = false } = props;
  const t = useT('times');
  const now = useNow();
  if (now === null) return <StaticTimeLeft {...props} />;
  const left = countdown(Date.parse(until) - now);
  const isNear = announced && (left === null || Date.parse(until) - now < SAID_ALOUD);
  return (
    <time dateTime={until} aria-live={isNear ? 'polite' : undefined}>
      {left ? t('times.left', left) : t('times.up')}
    </time>
  );
}

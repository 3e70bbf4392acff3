import { useEffect, useState } from 'react';
import { DAY } from '#core/time.ts';
import { measureServerClock } from '#web/api/server-clock.ts';
import { serverNow } from '#web/boot/server-time.ts';
import { refresh } from '#web/navigation/refresh.ts';

/** True once the moment has passed by the server’s clock. False on the server, and if there is no moment. */
export function usePast(at: string | null): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (at === null) return setPast(false);
    let timer: ReturnType<typeof setTimeout>;
    let isShown = true;
    const look = () => {
      clearTimeout(timer);
      const left = Date.parse(at) - serverNow();
      setPast(left <= 0);
      // Timers can’t run longer than 24 days.
      if (left > 0) timer = setTimeout(look, Math.min(left, DAY));
    };
    // A wrong clock would say that the moment has passed.
    void measureServerClock().then(() => isShown && look());
    // Timers are suspended in a tab that sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      isShown = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return isPast;
}

/** Refetches the page’s data every `every` milliseconds while the tab is visible. Null to never refetch. */
export function useLookAgain(every: number | null): void {
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, every);
    return () => clearInterval(timer);
  }, [every]);
}

import { useEffect, useState } from 'react';
import { DAY } from '#core/time.ts';
import { refresh } from '#web/navigation/refresh.ts';

/** True once the moment has come by the reader's clock; false on the server, and where there is none. */
export function usePast(at: string | null): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (at === null) return setPast(false);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const left = Date.parse(at) - Date.now();
      setPast(left <= 0);
      // Timers cannot wait longer than 24 days.
      if (left > 0) timer = setTimeout(look, Math.min(left, DAY));
    };
    look();
    // Timers stand still in a tab that sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return isPast;
}

/** Asks for this page's data anew every so often (milliseconds) while somebody looks at it; null for not at all. */
export function useLookAgain(every: number | null): void {
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, every);
    return () => clearInterval(timer);
  }, [every]);
}

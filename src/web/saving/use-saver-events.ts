import { useEffect } from 'react';
import { onSession } from '#web/api/session.ts';

/** What a saver is asked for when the page comes and goes. */
interface Asked {
  isClean: () => boolean;
  isKept: () => boolean;
  hide: () => void;
  retry: () => void;
  leave: () => void;
  end: () => void;
}

/** Saves when the page is left or hidden, and tries again when there is reason to hope. */
export function useSaverEvents(saver: Asked): void {
  useEffect(() => {
    const onHidden = () => (document.visibilityState === 'hidden' ? saver.hide() : saver.retry());
    const onLeave = () => saver.leave();
    const retry = () => saver.retry();
    const onUnload = (event: BeforeUnloadEvent) => {
      // Only where this device keeps nothing is there something to lose.
      if (!saver.isClean() && !saver.isKept()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', onLeave);
    addEventListener('online', retry);
    addEventListener('beforeunload', onUnload);
    const offSession = onSession(retry);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', onLeave);
      removeEventListener('online', retry);
      removeEventListener('beforeunload', onUnload);
      offSession();
      saver.leave();
      saver.end();
    };
  }, [saver]);
}

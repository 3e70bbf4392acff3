import { useEffect } from 'react';
import { onSession } from '#web/api/session.ts';
import { registerSaver } from './open-savers.ts';

/** The part of a saver that page events use. */
interface Asked {
  isClean: () => boolean;
  isKept: () => boolean;
  hide: () => void;
  retry: () => void;
  leave: () => void;
  flush: () => Promise<boolean>;
  end: () => void;
}

/**
 * Saves when the page is left or hidden, and retries when the page is visible again, the browser is online or the
 * session has changed.
 */
export function useSaverEvents(saver: Asked): void {
  useEffect(() => {
    const onHidden = () => (document.visibilityState === 'hidden' ? saver.hide() : saver.retry());
    const onLeave = () => saver.leave();
    const retry = () => saver.retry();
    const onUnload = (event: BeforeUnloadEvent) => {
      // Only if the device hasn’t stored the text would it be lost.
      if (!saver.isClean() && !saver.isKept()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', onLeave);
    addEventListener('online', retry);
    addEventListener('beforeunload', onUnload);
    const offSession = onSession(retry);
    const unregister = registerSaver(saver);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', onLeave);
      removeEventListener('online', retry);
      removeEventListener('beforeunload', onUnload);
      offSession();
      unregister();
      saver.leave();
      saver.end();
    };
  }, [saver]);
}

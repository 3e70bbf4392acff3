import { useSyncExternalStore } from 'react';

/** As in moderation.module.css: from here on queue and submission stand beside each other. */
const WIDE = '(min-width: 62rem)';

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

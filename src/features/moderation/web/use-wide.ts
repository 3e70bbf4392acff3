import { useSyncExternalStore } from 'react';

/** Breakpoint from which the queue and an entry are side by side, as in moderation.module.css. */
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

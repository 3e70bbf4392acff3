import { useSyncExternalStore } from 'react';

/** As in the map’s style sheets: below this width the story runs down. */
const NARROW = '(max-width: 40rem)';

export const isNarrow = (): boolean => matchMedia(NARROW).matches;

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    isNarrow,
    () => false,
  );
}

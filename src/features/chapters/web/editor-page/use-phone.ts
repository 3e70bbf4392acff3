import { useSyncExternalStore } from 'react';

/** The width below which the styles of the editor stack things. */
const PHONE = '(max-width: 40rem)';

/** Whether the window is as narrow as a phone. There, the text comes first, and the main button is at the bottom. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(PHONE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(PHONE).matches,
    () => false,
  );
}

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** True once React listens in the browser: for what must not stand in the page that the server renders. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

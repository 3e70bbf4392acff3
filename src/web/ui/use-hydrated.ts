import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns true once React is running in the browser. For content that the server must not render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

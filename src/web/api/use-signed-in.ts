import { useSyncExternalStore } from 'react';
import { onSession, refreshToken } from './session.ts';

/** Returns whether a member is logged in. Always false on the server and during hydration. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onSession,
    () => refreshToken() !== null,
    () => false,
  );
}

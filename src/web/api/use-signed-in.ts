import { useSyncExternalStore } from 'react';
import { onSession, refreshToken } from './session.ts';

/** Whether a member is signed in. Always false on the server and during hydration. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onSession,
    () => refreshToken() !== null,
    () => false,
  );
}

import { useSyncExternalStore } from 'react';
import { onSession, refreshToken } from './session.ts';

/** True once it is known that somebody is signed in; false on the server and for visitors. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onSession,
    () => refreshToken() !== null,
    () => false,
  );
}

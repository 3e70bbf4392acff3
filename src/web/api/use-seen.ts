import { useSyncExternalStore } from 'react';

function onChange(change: () => void): () => void {
  document.addEventListener('visibilitychange', change);
  return () => document.removeEventListener('visibilitychange', change);
}

/** Returns whether this window is visible, and not in the background. */
export function useSeen(): boolean {
  return useSyncExternalStore(
    onChange,
    () => document.visibilityState === 'visible',
    () => false,
  );
}

import { useEffect } from 'react';
import { onLive } from './live.ts';

/**
 * Refetches when a message arrives, as long as `isWaiting` is true: every decision sends one. Pass a stable function,
 * such as the `refetch` of a query.
 */
export function useOnMessage(refetch: () => unknown, isWaiting: boolean): void {
  useEffect(
    () => (isWaiting ? onLive(({ type }) => void ((type === 'message' || type === 'missed') && refetch())) : undefined),
    [refetch, isWaiting],
  );
}

import { useEffect } from 'react';
import { onLive } from './live.ts';

/**
 * Asks anew, while something waits for a decision, when a message came to the member: the decision comes with one. `ask`
 * must stay the same function, as the `refetch` of a query does.
 */
export function useOnMessage(ask: () => unknown, isWaiting: boolean): void {
  useEffect(
    () => (isWaiting ? onLive(({ type }) => void (type !== 'story' && ask()), null) : undefined),
    [ask, isWaiting],
  );
}

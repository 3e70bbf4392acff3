import { MINUTE, SECOND } from '#core/time.ts';
import type { RoundWatchProps } from './round-watch-slot.tsx';
import { useLookAgain, usePast } from './use-past.ts';

/** How often the page is refetched while the next step is due, and while it waits for reviews. */
const SOON = 5 * SECOND;
const LATER = MINUTE;

/** Refreshes the page when the round changes with time, without any action by the reader. */
export function RoundWatch({ phase, dueAt }: RoundWatchProps) {
  const isDue = usePast(dueAt);
  useLookAgain(isDue || phase === 'counting' ? SOON : phase === 'closed' ? LATER : null);
  return null;
}

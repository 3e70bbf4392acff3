import { MINUTE, SECOND } from '#core/time.ts';
import type { RoundWatchProps } from './round-watch-slot.tsx';
import { useLookAgain, usePast } from './use-past.ts';

/** How often the page is asked for again while the next step is due, and while reviews are waited for. */
const SOON = 5 * SECOND;
const LATER = MINUTE;

/** Refreshes the page when the round moves on by the clock, without the reader doing anything. */
export function RoundWatch({ phase, dueAt }: RoundWatchProps) {
  const isDue = usePast(dueAt);
  useLookAgain(isDue || phase === 'counting' ? SOON : phase === 'closed' ? LATER : null);
  return null;
}

import { MINUTE, SECOND } from '#core/time.ts';
import type { RoundView } from '../contract.ts';
import { dueAt, roundPhaseOf } from './round-phase.ts';
import { useLookAgain, usePast } from './use-past.ts';

/** How often the page is asked for again while the next step is due, and while reviews are waited for. */
const SOON = 5 * SECOND;
const LATER = MINUTE;

/** Loads the page's data anew when the round moves on by the clock, without the reader doing anything. */
export function RoundWatch({ round }: { round: RoundView }) {
  const phase = roundPhaseOf(round);
  const isDue = usePast(dueAt(round));
  useLookAgain(isDue || phase === 'counting' ? SOON : phase === 'closed' ? LATER : null);
  return null;
}

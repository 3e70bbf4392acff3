import { Slot } from '#web/page/slot.tsx';
import type { RoundView } from '../contract.ts';
import { dueAt, type RoundPhase, roundPhaseOf } from './round-phase.ts';

export interface RoundWatchProps {
  phase: RoundPhase;
  /** When the round next changes with time alone, or null. */
  dueAt: string | null;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'round-watch': RoundWatchProps;
  }
}

/** Refreshes a document when the round changes. */
export function RoundWatchSlot({ round }: { round: RoundView }) {
  return <Slot name="round-watch" props={{ phase: roundPhaseOf(round), dueAt: dueAt(round) }} />;
}

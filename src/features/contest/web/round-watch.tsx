import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { RoundView } from '../contract.ts';
import { looksAgainIn } from './round-phase.ts';

/** Loads the page's data anew when the round has moved on by the clock, without the reader doing anything. */
export function RoundWatch({ round }: { round: RoundView }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // A new answer brings a new round object, and with it the next wait.
    const wait = looksAgainIn(round, Date.now());
    if (wait === null) return;
    const timer = setTimeout(() => void revalidate(), wait);
    return () => clearTimeout(timer);
  }, [round, revalidate]);
  return null;
}

import { useEffect } from 'react';
import { useAddress } from '#web/navigation/use-address.ts';

/** Whatever shows that the reader goes their own way. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Shows the part of the page that the address names. The parts arrive one after another, so the page goes there again
 * whenever it has grown, until the reader moves.
 */
export function useLanding(): void {
  const { hash, visit } = useAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const id = hash.slice(1);
    if (!id) return;
    const watch = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView());
    const stop = () => {
      watch.disconnect();
      for (const move of MOVES) removeEventListener(move, stop);
    };
    watch.observe(document.body);
    for (const move of MOVES) addEventListener(move, stop, { passive: true });
    return stop;
  }, [hash, visit]);
}

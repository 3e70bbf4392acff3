import { useEffect } from 'react';
import { useAddress } from '#web/navigation/use-address.ts';

/** Events that show that the reader is moving around the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to the section named in the URL. Sections load one after another, so it scrolls again whenever the page
 * grows, until the reader moves.
 */
export function useLanding(): void {
  const { hash, visit } = useAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls again
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

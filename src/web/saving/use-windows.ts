import { useCallback, useEffect, useRef, useState } from 'react';
import { onReturn } from '#web/boot/returning.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/** Whether other windows have the text open, and which one writes. */
export type WindowState = 'alone' | 'shared' | 'here' | 'elsewhere';

/** Time in ms for other windows to respond. */
const HANDSHAKE = 250;

/**
 * Tracks the windows of this browser that have one text open. Calls `onKnown` with the pages that are still open, once
 * they have had time to respond.
 */
export function useWindows(
  name: string,
  page: string,
  saver: { stop: () => Promise<void> },
  onKnown: (others: ReadonlySet<string>) => void,
) {
  const [windows, setWindows] = useState<WindowState>('alone');
  const tabs = useRef<Tabs | null>(null);
  useEffect(() => {
    const joined = joinTabs(name, page, {
      change: () =>
        setWindows((before) => (before === 'elsewhere' ? before : joined.others.size > 0 ? 'shared' : 'alone')),
      async give() {
        await saver.stop();
        setWindows('elsewhere');
      },
    });
    tabs.current = joined;
    const timer = setTimeout(() => onKnown(joined.others), HANDSHAKE);
    // A window that is closed runs no effect cleanup. One that is restored from the back/forward cache joins again.
    addEventListener('pagehide', joined.leave);
    const offReturn = onReturn(joined.comeBack);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', joined.leave);
      offReturn();
      joined.leave();
    };
  }, [name, page, saver, onKnown]);
  /** Makes the other windows save and stop. */
  const take = useCallback(async () => tabs.current?.take(), []);
  const writeHere = useCallback(() => setWindows('here'), []);
  return { windows, take, writeHere };
}

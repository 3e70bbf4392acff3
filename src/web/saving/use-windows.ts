import { useCallback, useEffect, useRef, useState } from 'react';
import { onReturn } from '#web/boot/returning.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/** Whether the text is open in other windows, and which of them writes. */
export type WindowState = 'alone' | 'shared' | 'here' | 'elsewhere';

/** How long other windows may take to say that they are there. */
const HANDSHAKE = 250;

/**
 * The windows of this browser that have one text open. `onKnown` is called once they had time to answer, with the pages
 * that are still open.
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
    // No effect is cleaned up in a window that is closed. One that comes back from the browser’s cache says so.
    addEventListener('pagehide', joined.leave);
    const offReturn = onReturn(joined.comeBack);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', joined.leave);
      offReturn();
      joined.leave();
    };
  }, [name, page, saver, onKnown]);
  /** Makes the others save and stop. */
  const take = useCallback(async () => tabs.current?.take(), []);
  const writeHere = useCallback(() => setWindows('here'), []);
  return { windows, take, writeHere };
}

import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of what takes the place of another page without an address of its own: it takes the focus when that
 * went with what was pressed, so that whoever goes by keys or listens goes on here and not at the top. It stays where
 * somebody has it elsewhere, and with nobody who merely reads.
 * @param hasCome False on a page that was just opened: its focus is the browser's.
 * @param shown What the page says, where that changes while it is open and may take a button along.
 */
export function useHeadingFocus(hasCome: boolean, shown = ''): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useRef(hasCome ? null : shown);
  const holder = useRef<Node | null>(null);
  useEffect(() => {
    // Whatever went with a change has left before its effect, so it is taken down when it takes the focus.
    const takeDown = ({ target }: FocusEvent) => {
      holder.current = target instanceof Node ? target : null;
    };
    holder.current = document.activeElement;
    document.addEventListener('focusin', takeDown);
    return () => document.removeEventListener('focusin', takeDown);
  }, []);
  useEffect(() => {
    const before = said.current;
    said.current = shown;
    if (before === shown || document.activeElement !== document.body) return;
    const isFirst = before === null;
    if (!isFirst && holder.current?.isConnected !== false) return;
    heading.current?.focus({ preventScroll: true });
    // It begins at its top; the bar of an editor lies over what is merely scrolled into view.
    if (isFirst) scrollTo(0, 0);
  }, [shown]);
  return heading;
}

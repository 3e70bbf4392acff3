import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref for the heading of a view that replaces another one at the same URL. The heading gets the focus if
 * the focused element was removed with the previous view, so that keyboard and screen reader users continue here and
 * not at the top. A focus elsewhere is kept, and users who are only reading get none.
 * @param hasCome False on a page that was just opened, whose focus is the browser’s.
 * @param shown What the page says, if that changes while it is open and may remove the focused button.
 */
export function useHeadingFocus(hasCome: boolean, shown = ''): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useRef(hasCome ? null : shown);
  const holder = useRef<Node | null>(null);
  useEffect(() => {
    // A removed element is gone before the effect runs, so the element is recorded when it gets the focus.
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
    // A new view starts at its top. The bar of an editor would cover a heading that is merely scrolled into view.
    if (isFirst) scrollTo(0, 0);
  }, [shown]);
  return heading;
}

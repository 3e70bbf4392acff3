import { type FocusEvent, useEffect, useRef } from 'react';
import { CountedTabs, type TabsProps } from './counted-tabs.tsx';

/** `CountedTabs` that scroll the chosen or focused tab to the middle, for rows that are wider than a phone. */
export function CenteredTabs(props: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const chosen = props.tabs.find(({ isCurrent }) => isCurrent)?.to;
  const isCounted = props.tabs.some(({ count }) => count !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes, and when counts make tabs wider
  useEffect(() => toMiddle(row.current?.querySelector('[aria-current]')), [chosen, isCounted]);
  return <CountedTabs ref={row} onFocus={onFocus} {...props} />;
}

/** Only for keyboard focus: nothing may move between pressing and releasing a finger or mouse button. */
function onFocus({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) toMiddle(target);
}

/** Scrolls within the row. The page itself stays where it is. */
function toMiddle(tab: Element | null | undefined): void {
  const row = tab?.closest('nav');
  if (!tab || !row) return;
  const [{ left, width }, within] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += left + width / 2 - (within.left + within.width / 2);
}

import { type FocusEvent, useEffect, useRef } from 'react';
import { Link } from '#web/ui/link.tsx';
import tabs from '#web/ui/tabs.module.css';
import styles from './person.module.css';

/** Counts stop at 100. */
const MOST = 99;

interface Tab {
  name: string;
  to: string;
  /** Left out while it is not known. */
  count: number | undefined;
  isCurrent: boolean;
}

/** Lists to choose from, with how long each is; links, so that they work without script and by the way back. */
export function CountedTabs({ label, tabs: all }: { label: string; tabs: readonly Tab[] }) {
  const row = useRef<HTMLElement>(null);
  const chosen = all.find(({ isCurrent }) => isCurrent)?.to;
  const isCounted = all.every(({ count }) => count !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another is chosen, and when the counts have made them wider
  useEffect(() => toMiddle(row.current?.querySelector('[aria-current]')), [chosen, isCounted]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {all.map(({ name, to, count, isCurrent }) => (
        <Link key={to} to={to} className={tabs.tab} aria-current={isCurrent ? 'page' : undefined} onFocus={onFocus}>
          {name}
          {count !== undefined && <span className={tabs.count}>{count > MOST ? `${MOST}+` : count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** By keyboard only: under a finger or a mouse nothing may move between going down and up. */
function onFocus({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible')) toMiddle(currentTarget);
}

/** On a phone they may be wider than the page: one of them comes to the middle, and the page itself stays where it is. */
function toMiddle(tab: Element | null | undefined): void {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const [{ left, width }, within] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += left + width / 2 - (within.left + within.width / 2);
}

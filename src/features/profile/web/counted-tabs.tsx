import type { ComponentProps } from 'react';
import { Link } from '#web/ui/link.tsx';
import tabs from '#web/ui/tabs.module.css';
import styles from './person.module.css';

/** Counts from 100 on are shown as 99+. */
const MOST = 99;

export interface TabsProps {
  label: string;
  tabs: readonly {
    name: string;
    to: string;
    /** Undefined until it is loaded. */
    count: number | undefined;
    isCurrent: boolean;
  }[];
}

/** Tabs with the length of each list. They are links, so that they work without scripts and with the Back button. */
export function CountedTabs({ label, tabs: all, ...row }: TabsProps & ComponentProps<'nav'>) {
  return (
    <nav {...row} className={styles.tabs} aria-label={label}>
      {all.map(({ name, to, count, isCurrent }) => (
        <Link key={to} to={to} className={tabs.tab} aria-current={isCurrent ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className={tabs.count}>{count > MOST ? `${MOST}+` : count}</span>}
        </Link>
      ))}
    </nav>
  );
}

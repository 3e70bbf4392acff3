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
  return (
    <nav className={styles.tabs} aria-label={label}>
      {all.map(({ name, to, count, isCurrent }) => (
        <Link key={to} to={to} className={tabs.tab} aria-current={isCurrent ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className={tabs.count}>{count > MOST ? `${MOST}+` : count}</span>}
        </Link>
      ))}
    </nav>
  );
}

import type { LucideIcon } from 'lucide-react';
import styles from './icon.module.css';

/** A line icon of 20 px beside a word, or alone in a button that has a name. */
export function Icon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing className={styles.icon} aria-hidden="true" strokeWidth={1.75} />;
}

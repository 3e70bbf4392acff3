import type { ReactNode } from 'react';
import styles from './meta.module.css';

/** A line of facts, separated by middle dots. Each child is one fact. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>;
}

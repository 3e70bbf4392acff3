import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export function Badge({ kind, children }: { kind?: 'ok' | 'warn' | 'danger' | undefined; children: ReactNode }) {
  return <span className={classNames(styles.badge, kind && styles[kind])}>{children}</span>;
}

/** A count on a button; above 99 it says 99+ (spec §9). */
export function Pip({ count }: { count: number }) {
  if (count === 0) return null;
  return <span className={classNames(styles.pip, count > 99 && styles.many)}>{count > 99 ? '99+' : count}</span>;
}

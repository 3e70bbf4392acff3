import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

export function Badge({ kind, children }: { kind?: 'ok' | 'warn' | 'danger' | undefined; children: ReactNode }) {
  return <span className={classNames(styles.badge, kind && styles[kind])}>{children}</span>;
}

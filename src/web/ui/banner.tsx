import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';

/** One line that says something about this page, with an action. */
export function Banner({
  kind,
  children,
  action,
}: {
  kind?: 'ok' | 'warn' | 'danger' | 'act';
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classNames(styles.banner, kind && styles[kind])} role={kind === 'danger' ? 'alert' : 'note'}>
      <p>{children}</p>
      {action}
    </div>
  );
}

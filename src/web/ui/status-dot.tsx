import { classNames } from './class-names.ts';
import styles from './status-dot.module.css';

/** Full: done or read. Open: not yet. Here: the current state. A word beside it always says the same. */
export function StatusDot({ form = 'open', kind }: { form?: 'open' | 'full' | 'here'; kind?: 'act' | 'ok' | 'bad' }) {
  return (
    <span
      className={classNames(styles.knot, form !== 'open' && styles[form], kind && styles[kind])}
      aria-hidden="true"
    />
  );
}

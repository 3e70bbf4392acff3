import styles from './key-sign.module.css';

/** A shortcut beside its action. Hidden from screen readers, because the button has `aria-keyshortcuts`. */
export function KeySign({ sign }: { sign: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {sign}
    </span>
  );
}

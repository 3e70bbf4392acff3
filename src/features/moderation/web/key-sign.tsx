import styles from './key-sign.module.css';

/** A key beside what it does. In a button it is for the eye alone: the button says it by `aria-keyshortcuts`. */
export function KeySign({ sign }: { sign: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {sign}
    </span>
  );
}

import styles from './round.module.css';

/** Progress as beads on a thread: `done` steps of `of`. */
export function Beads({ done, of, label }: { done: number; of: number; label: string }) {
  return (
    <ol className={styles.beads} aria-label={label}>
      {Array.from({ length: of }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: beads have nothing but their position
        <li key={i} className={i < done ? styles.done : undefined} />
      ))}
    </ol>
  );
}

import styles from './sentences.module.css';

/** Whole sentences after each other; how far apart they stand is no matter of any language. */
export function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <span className={styles.sentences}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}

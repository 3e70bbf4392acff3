import styles from './sentences.module.css';

/** Shows several sentences, with spacing that doesn’t depend on the language. */
export function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <span className={styles.sentences}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}

import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './reader.module.css';

/** One of the ways from a chapter to another page. */
export function Go({
  to,
  rel,
  label,
  language,
  children,
}: {
  to: string;
  rel?: 'next' | 'prev';
  label: string;
  language: Language;
  children: string;
}) {
  return (
    <Link className={styles.go} to={to} rel={rel}>
      <span>{label}</span>
      <span className={styles.name} lang={LANGUAGE_TAGS[language]}>
        {children}
      </span>
    </Link>
  );
}

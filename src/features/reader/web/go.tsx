import { Link } from '#web/ui/link.tsx';
import styles from './reader.module.css';

/** A link from a chapter to another page. */
export function Go({
  to,
  rel,
  label,
  lang,
  children,
}: {
  to: string;
  rel?: 'next' | 'prev';
  label: string;
  /** Language of `children`. */
  lang: string;
  children: string;
}) {
  return (
    <Link className={styles.go} to={to} rel={rel}>
      <span>{label}</span>
      <span className={styles.name} lang={lang}>
        {children}
      </span>
    </Link>
  );
}

import { Link } from '#web/ui/link.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './header.module.css';

export function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <g strokeWidth="2.8" strokeLinecap="round">
        <path d="M18.2 6.6C17.3 4.2 15 2.8 12.1 2.8 8.4 2.8 5.9 5 5.9 7.8c0 5.4 12.2 3 12.2 8.4 0 2.8-2.5 5-6.2 5-2.9 0-5.2-1.4-6.1-3.8" />
      </g>
      <circle cx="12" cy="12" r="3.1" fill="currentColor" stroke="none" />
    </svg>
  );
}

export function Brand() {
  const { name } = useSite();
  return (
    <Link className={styles.brand} to="/">
      <Logo />
      <span>{name}</span>
    </Link>
  );
}

import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  title: string;
  /** True if the page has nothing else, so that the title is its heading. */
  isPage?: boolean;
  children?: ReactNode;
}

/** An empty state: a drawing of a loose thread, what will be here, and what to do. */
export function Empty({ title, isPage = false, children }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 240 60" aria-hidden="true">
        <path
          d="M2 40c40 0 50-30 84-30s30 40 58 40 30-26 52-26c14 0 22 8 30 8"
          strokeDasharray="150 6 3 9 3 9 3 12 3 200"
        />
      </svg>
      <Title className={styles.name}>{title}</Title>
      {children}
    </div>
  );
}

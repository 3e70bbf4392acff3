import type { IconNode } from 'lucide';
import { createElement } from 'react';
import styles from './icon.module.css';

/** A line icon of 20 px, beside a word or alone in a button with a label. */
export function Icon({ of: drawing }: { of: IconNode }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}

import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

/**
 * A button that opens a list of links and acts. The platform's popover: it works before any script, closes by Escape and
 * by a press elsewhere, and gives the focus back.
 */
export function Menu({
  label,
  face,
  kind = 'bare',
  className,
  wide = false,
  children,
}: {
  /** What the button is called. */
  label: string;
  face: ReactNode;
  kind?: 'plain' | 'bare' | 'icon';
  className?: string | undefined;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.anchor}>
      <Button kind={kind} className={className} popoverTarget={id} aria-label={label}>
        {face}
      </Button>
      <div id={id} popover="auto" className={classNames(styles.pop, wide ? styles.wide : styles.menu)}>
        {children}
      </div>
    </div>
  );
}

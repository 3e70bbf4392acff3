import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

/**
 * A button that opens a list of links and actions. It is a native popover: it works without a script, closes with
 * Escape or a press elsewhere, and restores the focus. The boot script closes it when a link or `[data-leaves]` in it
 * is pressed.
 */
export function Menu({
  label,
  face,
  kind = 'bare',
  className,
  wide = false,
  panelClassName,
  children,
}: {
  /** Accessible name of the button. */
  label: string;
  face: ReactNode;
  kind?: 'plain' | 'bare' | 'icon';
  className?: string | undefined;
  wide?: boolean;
  panelClassName?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.anchor}>
      <Button kind={kind} className={className} popoverTarget={id} aria-label={label}>
        {face}
      </Button>
      <div id={id} popover="auto" className={classNames(styles.pop, wide ? styles.wide : styles.menu, panelClassName)}>
        {children}
      </div>
    </div>
  );
}

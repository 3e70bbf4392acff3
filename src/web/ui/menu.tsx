import { type MouseEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

/**
 * A button that opens a list of links and actions. The platform's popover: it works before any script, closes by Escape and
 * by a press elsewhere, and gives the focus back.
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
  /** What the button is called. */
  label: string;
  face: ReactNode;
  kind?: 'plain' | 'bare' | 'icon';
  className?: string | undefined;
  wide?: boolean;
  panelClassName?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  // Who follows a link leaves the list.
  const leave = (event: MouseEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('a, [data-leaves]')) event.currentTarget.hidePopover();
  };
  return (
    <div className={styles.anchor}>
      <Button kind={kind} className={className} popoverTarget={id} aria-label={label}>
        {face}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by a key is a click too */}
      <div
        id={id}
        popover="auto"
        className={classNames(styles.pop, wide ? styles.wide : styles.menu, panelClassName)}
        onClick={leave}
      >
        {children}
      </div>
    </div>
  );
}

import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { enterDialog, rememberFocus } from './focus.ts';
import { Icon } from './icon.tsx';
import { liftToasts } from './toast.ts';

/**
 * A native dialog: keeps the focus inside and returns it to the opener. Escape and the close button close it. It is
 * open while it is rendered. If the title changes, it focuses the first field again, or the heading. It is rendered
 * outside of the page, so that its form is in no other form and its text inherits no language. Only actions open it, so
 * it is never rendered on the server.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  fill = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  /** Fills the screen on phones. For dialogs with fields. */
  fill?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = ref.current;
    const restoreFocus = rememberFocus();
    element?.showModal();
    enterDialog(element);
    liftToasts();
    return () => {
      element?.close();
      restoreFocus();
    };
  }, []);
  const shownTitle = useRef(title);
  useEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    enterDialog(ref.current);
  }, [title]);
  return createPortal(
    <dialog
      ref={ref}
      className={classNames(styles.dialog, wide && styles.wide, fill && styles.fill)}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Closing a file chooser inside the dialog fires a cancel event, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <Button kind="icon" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
        <Icon of={X} />
      </Button>
    </dialog>,
    document.body,
  );
}

/** The buttons at the bottom of a dialog. The primary one is last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

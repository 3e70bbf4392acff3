import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { liftToasts } from './toast.tsx';

/**
 * A dialog of the platform: focus stays inside and goes back to the opener, Escape and the cross close. It is open while
 * it is rendered. With a new title it shows something else: focus goes to its first field, or to the heading. It stands
 * outside of the page, so that its form is in no other form and its words in no other language; it opens by an act alone,
 * never on the server.
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
  /** Takes the whole of a phone, for what has fields to fill in. */
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
        // A file chooser that is closed inside the dialog says "cancel" too.
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

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

function isUsable(element: Element): boolean {
  return element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true });
}

/**
 * Gives the focus back to who has it now. When that one is gone by then, as the button that asked a visitor to log in is
 * for a member, to what is first in the place where it stood; unless what came instead has taken it.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement;
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {};
  const around: Element[] = [];
  for (let at = opener.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  const giveNear = () => {
    if (document.activeElement !== document.body) return;
    for (const place of around) {
      const first = place.isConnected && [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isUsable);
      if (first) return first.focus();
    }
  };
  return () => {
    // Without scrolling, as the browser does it: in WebKit a page under a closing dialog would move otherwise.
    if (opener.isConnected && document.activeElement !== opener) opener.focus({ preventScroll: true });
    setTimeout(giveNear);
  };
}

function enterDialog(element: HTMLElement | null): void {
  const first = element?.querySelector<HTMLElement>('input, textarea, select') ?? element?.querySelector('h2');
  first?.focus();
}

/** The buttons at the foot of a dialog; the one that goes on stands last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

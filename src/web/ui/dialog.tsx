import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/**
 * A dialog of the platform: focus stays inside and goes back to the opener, Escape and the cross close. It is open while
 * it is rendered.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = ref.current;
    const opener = document.activeElement as HTMLElement | null;
    element?.showModal();
    return () => {
      element?.close();
      opener?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file chooser that is closed inside the dialog says "cancel" too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {children}
      <Button kind="icon" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
        <Icon of={X} />
      </Button>
    </dialog>
  );
}

/** The buttons at the foot of a dialog; the one that goes on stands last. */
export function DialogActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}

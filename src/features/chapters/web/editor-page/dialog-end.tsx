import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import styles from './editor-page.module.css';

/** The end of a dialog of the editor: why its action was refused, a button back to the text, and the action. */
export function DialogEnd({
  problem,
  act,
  isBusy,
  onAct,
  onClose,
  children,
}: {
  /** Empty while there is none. */
  problem: string;
  /** Label of the action. */
  act: string;
  isBusy: boolean;
  onAct: () => Promise<void>;
  onClose: () => void;
  /** What the author can do about the problem. */
  children?: ReactNode;
}) {
  const t = useT('chapters');
  return (
    <>
      <p className={styles.wrong} role="alert">
        {problem}
      </p>
      {children}
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('chapters.keep_writing')}
        </Button>
        <Button kind="primary" busy={isBusy} onClick={() => void onAct()}>
          {act}
        </Button>
      </DialogActions>
    </>
  );
}

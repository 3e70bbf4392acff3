import { useState } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import styles from './editor-page.module.css';

/** Confirms a destructive action. Stays open if the action fails. */
export function ConfirmDialog({
  title,
  text,
  act,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  act: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(errorText(error));
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <p className={styles.wrong} role="alert">
        {problem}
      </p>
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void confirm()}>
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

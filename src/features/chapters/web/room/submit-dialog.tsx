import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import styles from './room.module.css';

/** The last question before a chapter goes to review. */
export function SubmitDialog({
  draft,
  number,
  onClose,
  onSubmitted,
  onRefused,
}: {
  draft: ChapterDraft;
  number: number;
  onClose: () => void;
  onSubmitted: (draft: ChapterDraft) => void;
  /** Something in the text itself is missing. */
  onRefused: (fields: string[]) => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isEdit = draft.status === 'approved';
  const submit = async () => {
    setBusy(true);
    setProblem('');
    try {
      onSubmitted(await call(chapterApi.submit, { chapterId: draft.id, version: draft.version }));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid_input') onRefused(Object.keys(error.fields));
      else setProblem(errorText(error));
    }
  };
  return (
    <Dialog
      title={isEdit ? t('chapters.submit_edit', { number }) : t('chapters.submit_number', { number })}
      onClose={onClose}
    >
      <p>
        {isEdit
          ? t('chapters.submit_edit_says', { count: draft.units })
          : t('chapters.submit_says', { count: draft.units })}
      </p>
      <p className={styles.wrong} role="alert">
        {problem}
      </p>
      <DialogActs>
        <Button kind="bare" onClick={onClose}>
          {t('chapters.keep_writing')}
        </Button>
        <Button kind="primary" busy={busy} onClick={() => void submit()}>
          {t('chapters.submit')}
        </Button>
      </DialogActs>
    </Dialog>
  );
}

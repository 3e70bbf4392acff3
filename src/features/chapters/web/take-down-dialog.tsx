import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterDraft, chapterApi } from '../contract.ts';

/** Asks before the author takes a chapter down, and says what happens to it. Stays open if that is refused. */
export function TakeDownDialog({
  chapterId,
  before,
  onDone,
  onClose,
}: {
  chapterId: string;
  /** Awaited first, such as to save what was typed. */
  before?: () => Promise<unknown>;
  onDone: (draft: ChapterDraft) => void | Promise<void>;
  onClose: () => void;
}) {
  const t = useT('taken_down');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const takeDown = async () => {
    setBusy(true);
    setProblem('');
    try {
      await before?.();
      const draft = await call(chapterApi.takeDown, { chapterId });
      onClose();
      toast(t('taken_down.done'));
      await onDone(draft);
    } catch (error) {
      setBusy(false);
      setProblem(errorText(error));
    }
  };
  return (
    <Dialog title={t('taken_down.title')} onClose={onClose}>
      <p>{t('taken_down.readers')}</p>
      <p>{t('taken_down.story')}</p>
      <p>{t('taken_down.back')}</p>
      {problem && <p role="alert">{problem}</p>}
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void takeDown()}>
          {t('taken_down.do')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

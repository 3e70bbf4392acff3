import { useState } from 'react';
import { lengthUnit } from '#core/languages.ts';
import { MinorEdit } from '#features/stories/web/minor-edit.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import styles from './editor-page.module.css';
import type { EditorSlots, NextAuthor } from './editor-slots.ts';

/** The confirmation before a chapter is submitted. */
export function SubmitChapterDialog({
  story,
  draft,
  number,
  nextAuthor,
  onClose,
  onSubmitted,
  onRefused,
}: {
  story: ChapterEditorData['story'];
  draft: ChapterDraft;
  number: number;
  nextAuthor: EditorSlots['nextAuthor'];
  onClose: () => void;
  onSubmitted: (draft: ChapterDraft, next: NextAuthor | null) => void;
  /** Called when fields of the text itself are missing. */
  onRefused: (fields: string[]) => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [isMinorEdit, setMinorEdit] = useState(false);
  const [next, setNext] = useState<NextAuthor | null>(null);
  const [nextProblem, setNextProblem] = useState<string>();
  const isEdit = wasPublished(draft.status);
  const length = t('common.units', { count: draft.units, unit: lengthUnit(story.language) });
  const submit = async () => {
    setBusy(true);
    setProblem('');
    setNextProblem(undefined);
    try {
      const { id: chapterId, version } = draft;
      const sent = { chapterId, version, isMinorEdit, ...(next ? { nextAuthorId: next.id } : {}) };
      onSubmitted(await call(chapterApi.submit, sent), next);
    } catch (error) {
      setBusy(false);
      const wrong = error instanceof ApiError && error.code === 'invalid_input' ? error.fields : null;
      if (wrong?.nextAuthorId) {
        setNextProblem(wrong.nextAuthorId);
        // Without a choice field, the error is shown here.
        if (!next) setProblem(wrong.nextAuthorId);
      } else if (wrong) onRefused(Object.keys(wrong));
      else setProblem(errorText(error));
    }
  };
  return (
    <Dialog
      title={isEdit ? t('chapters.submit_edit', { number }) : t('chapters.submit_number', { number })}
      onClose={onClose}
    >
      <p>
        {draft.status === 'hidden'
          ? t('chapters.submit_hidden_says', { length })
          : isEdit
            ? t('chapters.submit_edit_says', { length })
            : t('chapters.submit_says', { length })}
      </p>
      {isEdit && <MinorEdit checked={isMinorEdit} onChange={setMinorEdit} />}
      {!isEdit && nextAuthor?.({ story, number, value: next, error: nextProblem, onChange: setNext })}
      <RoomSlot name="editChapter.settings" story={story} draft={draft} />
      <p className={styles.wrong} role="alert">
        {problem}
      </p>
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('chapters.keep_writing')}
        </Button>
        <Button kind="primary" busy={busy} onClick={() => void submit()}>
          {next ? t('chapters.submit_then', { name: next.username }) : t('chapters.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

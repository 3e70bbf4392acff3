import { useState } from 'react';
import { lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useAskName } from '#features/accounts/web/ask-name.tsx';
import { MinorEdit } from '#features/stories/web/minor-edit.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import type { Writing } from '../saving/use-writing.ts';
import { AskedLines } from './asked-lines.tsx';
import { DialogEnd } from './dialog-end.tsx';
import styles from './editor-page.module.css';
import type { EditorSlots, NextAuthor } from './editor-slots.ts';
import { useLanguageSays } from './language-notice.tsx';
import type { Ready } from './use-ready.ts';

/** The confirmation before a chapter is submitted. */
export function SubmitChapterDialog({
  story,
  writing,
  ready,
  number,
  nextAuthor,
  onClose,
  onSubmitted,
  onRefused,
}: {
  story: ChapterEditorData['story'];
  /** The chapter, with a draft on the server. */
  writing: Writing;
  ready: Ready;
  number: number;
  nextAuthor: EditorSlots['nextAuthor'];
  onClose: () => void;
  onSubmitted: (draft: ChapterDraft, next: NextAuthor | null) => void;
  /** Called when fields of the text itself are missing. */
  onRefused: (fields: string[]) => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const says = useLanguageSays();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** The author’s own chapter that has to be submitted first, or gives up its place. */
  const [blocking, setBlocking] = useState<string | null>(null);
  const [isMinorEdit, setMinorEdit] = useState(false);
  const [next, setNext] = useState<NextAuthor | null>(null);
  const [nextProblem, setNextProblem] = useState<string>();
  const name = useAskName();
  const draft = writing.saver.draft!;
  const isEdit = wasPublished(draft.status);
  const { seemsIn } = writing;
  const length = t('common.units', { count: draft.units, unit: lengthUnit(story.language) });
  const submit = async (inPlaceOf?: string) => {
    setBusy(true);
    setBlocking(null);
    setProblem('');
    setNextProblem(undefined);
    if (!(await ready.makeWhole()) || !(await name.save())) {
      setBusy(false);
      return;
    }
    try {
      const { id: chapterId, version } = writing.saver.draft!;
      const sent = {
        chapterId,
        version,
        isMinorEdit,
        ...(next ? { nextAuthorId: next.id } : {}),
        ...(inPlaceOf ? { inPlaceOf } : {}),
      };
      onSubmitted(await call(chapterApi.submit, sent), next);
    } catch (error) {
      setBusy(false);
      const wrong = error instanceof ApiError && error.code === 'invalid_input' ? error.fields : null;
      if (wrong?.nextAuthorId) {
        setNextProblem(wrong.nextAuthorId);
        // Without a choice field, the error is shown here.
        if (!next) setProblem(wrong.nextAuthorId);
      } else if (wrong) onRefused(Object.keys(wrong));
      else {
        setProblem(errorText(error));
        const { chapterId: before } = error instanceof ApiError ? error.details : {};
        if (typeof before === 'string') setBlocking(before);
      }
    }
  };
  return (
    <Dialog
      title={
        isEdit && !draft.takenDown ? t('chapters.submit_edit', { number }) : t('chapters.submit_number', { number })
      }
      onClose={onClose}
    >
      <p>
        {draft.takenDown
          ? t('chapters.submit_again_says', { length })
          : draft.status === 'hidden'
            ? t('chapters.submit_hidden_says', { length })
            : isEdit
              ? t('chapters.submit_edit_says', { length })
              : t('chapters.submit_says', { length })}
      </p>
      {seemsIn !== null && seemsIn !== story.language && <Banner kind="warn">{says(seemsIn, story.language)}</Banner>}
      <AskedLines writing={writing} ready={ready} language={story.language} />
      {name.field}
      {isEdit && <MinorEdit checked={isMinorEdit} onChange={setMinorEdit} />}
      {!isEdit && nextAuthor?.({ story, number, value: next, error: nextProblem, onChange: setNext })}
      <RoomSlot name="editChapter.settings" story={story} draft={draft} />
      <DialogEnd
        problem={problem}
        act={next ? t('chapters.submit_then', { name: next.username }) : t('chapters.submit')}
        isBusy={busy}
        onAct={() => submit()}
        onClose={onClose}
      >
        {blocking !== null && (
          <p className={styles.actions}>
            <ButtonLink small to={to.editChapter({ storyId: story.id, chapterId: blocking })}>
              {t('chapters.open_before')}
            </ButtonLink>
            <Button small busy={busy} onClick={() => void submit(blocking)}>
              {t('chapters.instead')}
            </Button>
          </p>
        )}
      </DialogEnd>
    </Dialog>
  );
}

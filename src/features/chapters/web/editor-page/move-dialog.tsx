import { useState } from 'react';
import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useHref } from '#web/ui/link.tsx';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { DialogEnd } from './dialog-end.tsx';
import type { EditorSlots } from './editor-slots.ts';

/** Moves a draft after another chapter of its story, for example because the continuations here are taken. */
export function MoveDialog({
  story,
  draft,
  parentId,
  otherPlaces,
  flush,
  onMoved,
  onClose,
}: {
  story: ChapterEditorData['story'];
  draft: ChapterDraft;
  parentId: string;
  otherPlaces: EditorSlots['otherPlaces'];
  /** Saves the text before the page is left. */
  flush: () => Promise<boolean>;
  onMoved: () => void;
  onClose: () => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const href = useHref();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const move = async () => {
    if (chosen === null) return setProblem(t('chapters.move_choose'));
    setBusy(true);
    try {
      await flush();
      await call(chapterApi.move, { chapterId: draft.id, parentChapterId: chosen });
      onMoved();
      leaveFor(href(to.editChapter({ storyId: story.id, chapterId: draft.id })), { say: t('chapters.moved') });
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('chapters.move')} onClose={onClose} fill>
      <p>{t('chapters.move_text')}</p>
      {otherPlaces?.({ story, parentId, value: chosen, onChange: setChosen })}
      <DialogEnd problem={problem} act={t('chapters.move_do')} isBusy={isBusy} onAct={move} onClose={onClose} />
    </Dialog>
  );
}

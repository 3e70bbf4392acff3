import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { whenReadToEnd } from '#web/boot/reading.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus.ts';
import { later } from '#web/ui/later.tsx';
import { readerApi } from '../contract.ts';
import styles from './reader.module.css';
import type { ReaderActionsProps } from './reader-actions-slot.tsx';

const TakeDownDialog = later(
  () => import('#features/chapters/web/take-down-dialog.tsx').then((m) => m.TakeDownDialog),
  ['taken_down'],
);

const showTakenDown = async () => {
  await refresh();
  // The pressed button has disappeared with the text.
  focusHeading();
};

/** The member’s actions for this chapter. Also saves the reading position. */
export function ReaderActions(props: ReaderActionsProps) {
  return (
    <QueryProvider>
      <Acts {...props} />
    </QueryProvider>
  );
}

function Acts({ chapterId, storyId, language, end, isHidden = false }: ReaderActionsProps) {
  const t = useT('reader');
  const { data } = useQuery({
    queryKey: ['chapter', chapterId, 'viewer'],
    queryFn: () => call(chapterApi.viewerState, { chapterId }),
  });
  const [isTakingDown, setTakingDown] = useState(false);
  const { mutate: savePosition } = useMutation({
    mutationFn: (toEnd: boolean) => call(readerApi.savePosition, { chapterId, language, toEnd }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per chapter
  useEffect(() => {
    savePosition(false);
    return whenReadToEnd(() => savePosition(true));
  }, [chapterId]);
  if (!data) return null;
  // Once a story has ended, its author isn’t asked for another chapter, although they could write one.
  const draft = end === 'ended' ? null : data.draft;
  const canEdit = data.can.edit && !isHidden;
  const canTakeDown = data.can.takeDown && !isHidden;
  const writeNext = end === 'forks' || end === 'ended' ? null : data.writeNext;
  if (!draft && !writeNext && !canEdit) return null;
  return (
    <section className={styles.yourTurn}>
      {draft && (
        <>
          <p className={styles.say}>{t('reader.draft_waits')}</p>
          {draft.title && <p className="soft">{draft.title}</p>}
          <ButtonLink kind="primary" to={to.editChapter({ storyId, chapterId: draft.id })}>
            {draft.canSubmit ? t('reader.submit_draft') : t('reader.write_on')}
          </ButtonLink>
        </>
      )}
      {!draft && writeNext && (
        <>
          {end === 'last' && <p className={styles.say}>{t('reader.last_chapter')}</p>}
          <ButtonLink kind="primary" to={to.editChapter({ storyId, ...writeNext })}>
            {t('reader.write_next')}
          </ButtonLink>
        </>
      )}
      {canEdit && <ButtonLink to={to.editChapter({ storyId, chapterId })}>{t('reader.edit')}</ButtonLink>}
      {canTakeDown && (
        <Button kind="bare" onClick={() => setTakingDown(true)}>
          {t('reader.take_down')}
        </Button>
      )}
      {isTakingDown && (
        <TakeDownDialog chapterId={chapterId} onDone={showTakenDown} onClose={() => setTakingDown(false)} />
      )}
    </section>
  );
}

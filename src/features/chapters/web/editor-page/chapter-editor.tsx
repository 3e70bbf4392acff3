import { type ReactNode, useCallback, useRef, useState } from 'react';
import { to } from '#core/pages.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { wasPublished } from '../../model/chapter-status.ts';
import { chapterBeginning, useWriting } from '../saving/use-writing.ts';
import { EditorFrame } from './editor-frame.tsx';
import { ChapterMenu } from './editor-menu.tsx';
import { ReviewNotices } from './editor-notices.tsx';
import type { EditorSlots, NextAuthor } from './editor-slots.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SubmitChapterDialog } from './submit-dialog.tsx';
import { useReady } from './use-ready.ts';
import { useRefusal } from './use-refusal.ts';
import { WaysOn } from './ways-on.tsx';

interface Props {
  editorData: ChapterEditorData;
  draft: ChapterDraft | null;
  /** The status changed while the page was open: the heading takes the focus. */
  announced: boolean;
  memberId: string;
  parentChapterId: string | null;
  logo: ReactNode;
  slots: EditorSlots;
  /** Called when it was submitted or its status has changed. `next` is the next writer that the author has chosen. */
  onDraft: (draft: ChapterDraft, next?: NextAuthor | null) => void;
  onDeleted: (draft: ChapterDraft | null) => void;
}

/** Writing a chapter. */
export function ChapterEditor({
  editorData,
  draft: start,
  announced,
  memberId,
  parentChapterId,
  logo,
  slots,
  onDraft,
  onDeleted,
}: Props) {
  const { story } = editorData;
  const t = useT('chapters');
  const errorText = useErrorText();
  const refusal = useRefusal(story.mode);
  const isEdit = start !== null && wasPublished(start.status);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isMoving, setMoving] = useState(false);
  const onClosed = useCallback(
    async (error: ApiError) => {
      setProblem(error);
      if (error.code !== 'chapter_in_review' || !start) return;
      toast(error.message);
      onDraft(await call(chapterApi.draft, { chapterId: start.id }));
    },
    [start, onDraft],
  );
  // A member who isn’t a participant yet joins by pressing a button. Until then the text stays on the device.
  const [isIn, setIn] = useState(start !== null || editorData.canWrite);
  const mayCreate = useRef(isIn);
  const writing = useWriting(
    {
      memberId,
      beginning: chapterBeginning(story.id, parentChapterId, () => mayCreate.current),
      draft: start,
      seemsIn: editorData.draftLanguage,
    },
    onClosed,
  );
  const { draft, saver } = writing;
  const number = draft?.number ?? editorData.number;
  const ways = { read: writing.read, language: writing.seemsIn ?? story.language, memberId, draft };
  const bounds = { minUnits: story.minUnits, maxUnits: story.maxUnits };
  // The server’s draft is authoritative. A chapter that doesn’t exist yet has the parent that the editor was opened
  // for.
  const parentId = draft ? draft.parentId : editorData.parentId;
  const withChoice = parentId !== null;
  const canMove = draft !== null && !isEdit && withChoice && slots.otherPlaces !== undefined;
  const ready = useReady(writing, { bounds, language: story.language, withChoice });
  const { makeReady, isBusy, isBlocked } = ready;

  const join = async (): Promise<boolean> => {
    if (parentId === null || !slots.takePlace) return false;
    try {
      await slots.takePlace(story, parentId);
    } catch (error) {
      toast(errorText(error));
      return false;
    }
    mayCreate.current = true;
    setIn(true);
    void saver.flush();
    return true;
  };

  /** Reloads an unpublished chapter to check: the author's turn may have started or ended while they were writing. */
  const maySubmit = async (): Promise<boolean> => {
    if (!saver.draft || wasPublished(saver.draft.status)) return saver.draft?.can.submit ?? false;
    const fresh = await call(chapterApi.draft, { chapterId: saver.draft.id }).catch(() => null);
    if (fresh) saver.adopt(fresh);
    return saver.draft.can.submit;
  };

  const submit = async () => {
    if (!isIn && !isBlocked && !(await join())) return;
    if (!(await makeReady())) return;
    if (await maySubmit()) setIsSubmitting(true);
    else toast(isEdit ? t('chapters.nothing_to_submit') : refusal.title);
  };

  const { bringBack, isPending } = useUndelete({
    undelete: async () => draft && call(chapterApi.undelete, { chapterId: draft.id }),
    onBack: async () => {
      setProblem(null);
      if (draft) saver.accept(await call(chapterApi.draft, { chapterId: draft.id }));
    },
  });

  return (
    <>
      <EditorFrame
        editorData={editorData}
        writing={writing}
        logo={logo}
        announced={announced}
        title={isEdit ? t('chapters.edit_number', { number }) : t('chapters.write_number', { number })}
        hint={t('chapters.begins', { number })}
        bounds={bounds}
        editable={writing.windows !== 'elsewhere' && problem === null}
        withChoice={withChoice}
        flagged={
          start?.status === 'rejected' || start?.editStatus === 'rejected'
            ? start.review?.findings.flatMap(({ excerpts }) => excerpts)
            : []
        }
        memberId={memberId}
        number={number}
        menu={(items) => <ChapterMenu writing={writing} items={items} onDeleted={onDeleted} />}
        submit={
          story.isPublished ? (
            <Button kind="primary" busy={isBusy} aria-disabled={isBlocked || undefined} onClick={() => void submit()}>
              {t('chapters.submit')}
            </Button>
          ) : (
            <ButtonLink kind="primary" to={to.editStory({ storyId: story.id })}>
              {t('chapters.to_story_settings')}
            </ButtonLink>
          )
        }
        notices={
          <>
            {problem && (
              <Banner
                kind="danger"
                action={
                  <WaysOn {...ways}>
                    {problem.code === 'chapter_not_found' && draft && (
                      <Button small busy={isPending} onClick={bringBack}>
                        {t('chapters.bring_back')}
                      </Button>
                    )}
                  </WaysOn>
                }
              >
                {problem.code === 'chapter_not_found' && draft
                  ? t('chapters.gone')
                  : `${problem.message} ${t('chapters.kept_here')}`}
              </Banner>
            )}
            {draft && <ReviewNotices draft={draft} writing={writing} />}
            {!story.isPublished && <Banner>{t('chapters.submit_with_story')}</Banner>}
            <RoomSlot name="editChapter.top" story={story} draft={draft} />
          </>
        }
        above={
          !isEdit && slots.above?.(story, { parentId, isIn, join, onMove: canMove ? () => setMoving(true) : null })
        }
        below={<RoomSlot name="editChapter.panel" story={story} draft={draft} />}
      />
      {isMoving && draft && parentId !== null && (
        <MoveDialog
          story={story}
          draft={draft}
          parentId={parentId}
          otherPlaces={slots.otherPlaces}
          flush={saver.flush}
          onMoved={() => slots.leavePlace?.(story, parentId)}
          onClose={() => setMoving(false)}
        />
      )}
      {isSubmitting && saver.draft && (
        <SubmitChapterDialog
          story={story}
          writing={writing}
          ready={ready}
          number={number}
          nextAuthor={slots.nextAuthor}
          onClose={() => setIsSubmitting(false)}
          onSubmitted={onDraft}
          onRefused={() => {
            setIsSubmitting(false);
            void submit();
          }}
        />
      )}
    </>
  );
}

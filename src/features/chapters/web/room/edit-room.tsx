import { History } from 'lucide';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ChapterDraft, chapterApi, type WritingDesk } from '../../contract.ts';
import { missingChapterFields } from '../../model/chapter-fields.ts';
import { FormatDock } from '../editor/format-dock.tsx';
import { type Clash, useWriting } from '../saving/use-writing.ts';
import { unitsOf, type Written } from '../saving/written.ts';
import { ChapterBefore } from './chapter-before.tsx';
import { LengthGauge } from './length-strip.tsx';
import styles from './room.module.css';
import { RoomBar } from './room-bar.tsx';
import { RoomMenu } from './room-menu.tsx';
import { ReviewNotices, TextNotices } from './room-notices.tsx';
import type { NextAuthor, RoomSlots } from './room-slots.ts';
import { SavedState } from './saved-state.tsx';
import { SignInAgain } from './sign-in.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import { TwoVersions } from './two-versions.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useRefusal } from './use-refusal.ts';
import { Versions } from './versions.tsx';
import { WritingSheet } from './writing-sheet.tsx';

interface Props {
  desk: WritingDesk;
  draft: ChapterDraft | null;
  memberId: string;
  parentChapterId: string | null;
  logo: ReactNode;
  slots: RoomSlots;
  /** It went to review, or stands otherwise than this room knew; with whom its author wants to write next. */
  onDraft: (draft: ChapterDraft, next?: NextAuthor | null) => void;
  onDeleted: (draft: ChapterDraft | null) => void;
}

type View = { name: 'text' } | { name: 'versions' } | { name: 'choose'; clash: Clash };

const OPEN_VERSIONS = 'open-versions';
const CLOSE_VERSIONS = 'close-versions';

/** Writing itself. The text stays in its editor while versions or a choice are looked at. */
export function EditRoom({ desk, draft: start, memberId, parentChapterId, logo, slots, onDraft, onDeleted }: Props) {
  const { story } = desk;
  const t = useT('chapters');
  const errorText = useErrorText();
  const refusal = useRefusal(story.mode);
  const [view, setView] = useState<View>({ name: 'text' });
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const room = useRef<HTMLElement>(null);
  useKeyboardInset();

  const onClosed = useCallback(
    async (error: ApiError) => {
      setProblem(error);
      if (error.code !== 'chapter_in_review' || !start) return;
      toast(error.message);
      onDraft(await call(chapterApi.draft, { chapterId: start.id }));
    },
    [start, onDraft],
  );
  const writing = useWriting({ memberId, storyId: story.id, parentChapterId, draft: start }, onClosed);
  const { draft, title, summary, choice, units, state, saver } = writing;
  const number = draft?.number ?? desk.number;
  const bounds = { minUnits: story.minUnits, maxUnits: story.maxUnits };
  // The server knows best; a chapter that is not there yet has the place of the desk.
  const withChoice = (draft ? draft.parentId : desk.parentId) !== null;
  const missingIn = (written: Pick<Written, 'title' | 'summary' | 'choice'>, count: number) =>
    missingChapterFields(
      {
        title: written.title.trim(),
        summary: written.summary.trim(),
        ...(withChoice ? { choice: written.choice.trim() } : {}),
        units: count,
      },
      bounds,
      story.language,
    );
  const isComplete = Object.keys(missingIn({ title, summary, choice }, units)).length === 0;
  const editable = writing.windows !== 'elsewhere' && problem === null;

  // A stale version opens the choice at once; "Decide later" leads back to the text.
  const { isConflict, clash } = writing;
  useEffect(() => {
    const found = isConflict ? clash() : null;
    if (found) setView({ name: 'choose', clash: found });
  }, [isConflict, clash]);
  const compare = () => {
    const found = clash();
    if (found) setView({ name: 'choose', clash: found });
  };

  const showMissing = (missing: Parameters<typeof writing.setMissing>[0]) => {
    writing.setMissing(missing);
    toast(t('chapters.fill_first'));
    setTimeout(() => room.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** The server is asked once more where it did not allow it: the turn may have come back meanwhile. */
  const maySubmit = async (): Promise<boolean> => {
    if (!saver.draft || saver.draft.can.submit || saver.draft.status === 'approved')
      return saver.draft?.can.submit ?? false;
    const fresh = await call(chapterApi.draft, { chapterId: saver.draft.id }).catch(() => null);
    if (fresh && fresh.version === saver.draft.version) saver.accept(fresh);
    return saver.draft.can.submit;
  };
  const submit = async () => {
    if (state === 'conflict') return toast(t('chapters.conflict_waits'));
    setBusy(true);
    const isSaved = await saver.flush();
    setBusy(false);
    const written = writing.read();
    const missing = missingIn(written, unitsOf(written.document));
    if (Object.keys(missing).length > 0) return showMissing(missing);
    if (!isSaved) return toast(t('chapters.save_first'));
    if (await maySubmit()) setIsSubmitting(true);
    else toast(start?.status === 'approved' ? t('chapters.nothing_to_submit') : refusal.title);
  };
  const closeVersions = () => setView({ name: 'text' });
  // Each of the two buttons takes the other's place, and its focus with it.
  const wasOpen = useRef(false);
  useEffect(() => {
    const isOpen = view.name === 'versions';
    if (isOpen !== wasOpen.current) document.getElementById(isOpen ? CLOSE_VERSIONS : OPEN_VERSIONS)?.focus();
    wasOpen.current = isOpen;
  }, [view.name]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && view.name === 'versions' && !event.defaultPrevented) return closeVersions();
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void saver.flush();
  };
  const undelete = async () => {
    try {
      if (draft) await call(chapterApi.undelete, { chapterId: draft.id });
      setProblem(null);
      if (draft) saver.accept(await call(chapterApi.draft, { chapterId: draft.id }));
    } catch (error) {
      toast(errorText(error));
    }
  };
  const chosen = (found: Clash, written: Written) => {
    writing.choose(found, written);
    setView({ name: 'text' });
  };

  const submitButton = story.isPublished ? (
    <Button
      kind="primary"
      busy={busy}
      aria-disabled={!isComplete || state === 'conflict' || undefined}
      onClick={() => void submit()}
    >
      {t('chapters.submit')}
    </Button>
  ) : (
    <ButtonLink kind="primary" to={`/edit_story?storyId=${story.id}`}>
      {t('chapters.to_story_settings')}
    </ButtonLink>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl S saves wherever the focus is
    <div className={styles.whole} onKeyDown={onKeyDown}>
      <RoomBar story={story} logo={logo}>
        <SavedState state={state} savedAt={draft?.savedAt ?? null} />
        {view.name === 'versions' ? (
          <Button id={CLOSE_VERSIONS} onClick={closeVersions}>
            {t('chapters.close')}
          </Button>
        ) : (
          <>
            <Button
              id={OPEN_VERSIONS}
              kind="icon"
              aria-label={t('chapters.versions')}
              title={t('chapters.versions')}
              onClick={() => setView({ name: 'versions' })}
            >
              <Icon of={History} />
            </Button>
            <RoomMenu writing={writing} onDeleted={onDeleted} />
            {submitButton}
          </>
        )}
      </RoomBar>
      <main
        id={view.name === 'text' ? 'main' : undefined}
        ref={room}
        hidden={view.name !== 'text'}
        className={classNames(styles.room, ['zh', 'ja', 'ko'].includes(story.language) && styles.cjk)}
      >
        <h1 className="hide">
          {start?.status === 'approved'
            ? t('chapters.edit_number', { number })
            : t('chapters.write_number', { number })}
        </h1>
        {state === 'signed_out' && <SignInAgain />}
        {problem && (
          <Banner
            kind="danger"
            action={
              problem.code === 'chapter_not_found' && (
                <Button small onClick={() => void undelete()}>
                  {t('chapters.bring_back')}
                </Button>
              )
            }
          >
            {problem.code === 'chapter_not_found' ? t('chapters.gone') : problem.message}
          </Banner>
        )}
        {draft && <ReviewNotices draft={draft} writing={writing} />}
        {!story.isPublished && <Banner>{t('chapters.submit_with_story')}</Banner>}
        <TextNotices writing={writing} onCompare={compare} />
        <div className={styles.before}>
          {start?.status !== 'approved' && slots.above?.(story, draft ? draft.parentId : desk.parentId)}
          {desk.before && (
            <ChapterBefore
              before={desk.before}
              storyId={story.id}
              language={story.language}
              open={(start?.units ?? 0) === 0}
            />
          )}
        </div>
        <WritingSheet
          writing={writing}
          language={story.language}
          hint={t('chapters.begins', { number })}
          flagged={
            start?.status === 'rejected' || start?.editStatus === 'rejected'
              ? start.review?.marks.flatMap(({ excerpts }) => excerpts)
              : []
          }
          editable={editable}
          withChoice={withChoice}
        />
      </main>
      {view.name === 'text' && (
        <footer className={styles.strip}>
          {writing.text && editable && <FormatDock editor={writing.text.editor} language={story.language} />}
          <div className={`wrap ${styles.stripLine}`}>
            <LengthGauge units={units} bounds={bounds} language={story.language} mode={story.mode} />
          </div>
        </footer>
      )}
      {view.name === 'versions' && (
        <main id="main">
          <h1 className="hide">{t('chapters.versions')}</h1>
          {draft ? (
            <Versions
              draft={draft}
              now={writing.read()}
              units={units}
              language={story.language}
              mode={story.mode}
              onSave={editable ? async () => ((await saver.flush()) ? saver.draft : null) : undefined}
              onRestored={(next) => {
                writing.accept(next);
                setView({ name: 'text' });
              }}
            />
          ) : (
            <div className={styles.room}>
              <Empty title={t('chapters.no_versions')}>
                <p className="soft">{t('chapters.no_versions_text')}</p>
              </Empty>
            </div>
          )}
        </main>
      )}
      {view.name === 'choose' && (
        <main id="main">
          <TwoVersions
            clash={view.clash}
            language={story.language}
            onLater={() => setView({ name: 'text' })}
            onChosen={(written) => chosen(view.clash, written)}
          />
        </main>
      )}
      {isSubmitting && saver.draft && (
        <SubmitDialog
          story={story}
          draft={saver.draft}
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
    </div>
  );
}

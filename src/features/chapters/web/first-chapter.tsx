import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { loadMe } from '#features/accounts/web/me.ts';
import type { FirstChapterProps, FirstChapterState } from '#features/stories/web/editor/first-chapter-news.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ChapterEditorData, chapterApi } from '../contract.ts';
import { BegunForStory } from './begun/begun-for-story.tsx';
import { type BegunWords, wordsFor } from './begun/begun-words.ts';
import { TextNotices } from './editor-page/editor-notices.tsx';
import styles from './editor-page/editor-page.module.css';
import { LanguageNotice } from './editor-page/language-notice.tsx';
import { LengthGauge } from './editor-page/length-strip.tsx';
import { SignInAgain } from './editor-page/sign-in.tsx';
import { TwoVersions } from './editor-page/two-versions.tsx';
import { useKeyboardInset } from './editor-page/use-keyboard-inset.ts';
import { WritingSheet } from './editor-page/writing-sheet.tsx';
import { FormatDock } from './rich-text/format-dock.tsx';
import type { SaveState } from './saving/draft-saver.ts';
import { type Clash, chapterBeginning, useWriting } from './saving/use-writing.ts';

const STATES: Record<SaveState, FirstChapterState> = {
  empty: 'empty',
  device: 'saving',
  saved: 'saved',
  passive: 'saved',
  offline: 'failed',
  failed: 'failed',
  held: 'failed',
  signed_out: 'failed',
  conflict: 'failed',
  closed: 'failed',
};

/** The first chapter of a story that is being created: the chapter editor without its bars. It saves itself. */
export function FirstChapterEditor(props: FirstChapterProps) {
  return (
    <QueryProvider>
      <Opening {...props} />
    </QueryProvider>
  );
}

function Opening({ storyId, ...props }: FirstChapterProps) {
  const t = useT('chapters');
  const [opened, setOpened] = useState<{ editorData: ChapterEditorData; memberId: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['chapter', 'first', storyId],
    queryFn: async () => {
      const [editorData, member] = await Promise.all([call(chapterApi.editor, { storyId }), loadMe()]);
      return { editorData, memberId: member.id };
    },
    enabled: opened === null,
    gcTime: 0,
    staleTime: 0,
  });
  const [begun, setBegun] = useState<BegunWords | null>(null);
  if (opened === null && data) {
    setOpened(data);
    setBegun(wordsFor(data.memberId));
  }
  if (begun && opened && !opened.editorData.draft)
    return (
      <BegunForStory words={begun} storyId={storyId} memberId={opened.memberId} onDecided={() => setBegun(null)} />
    );
  if (opened) return <Writing {...opened} {...props} />;
  if (!error) return <Spinner />;
  return (
    <Banner
      kind="danger"
      action={
        <Button small onClick={() => void refetch()}>
          {t('chapters.try_again')}
        </Button>
      }
    >
      {t('chapters.load_failed')}
    </Banner>
  );
}

function Writing({
  editorData,
  memberId,
  language,
  setLanguage,
  tell,
}: {
  editorData: ChapterEditorData;
  memberId: string;
} & Omit<FirstChapterProps, 'storyId'>) {
  const { story, draft } = editorData;
  const t = useT('chapters');
  const nameOf = useLanguageName();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [choosing, setChoosing] = useState<Clash | null>(null);
  const onClosed = useCallback((error: ApiError) => setProblem(error), []);
  const writing = useWriting(
    { memberId, beginning: chapterBeginning(story.id, null), draft, seemsIn: editorData.draftLanguage },
    onClosed,
  );
  const { state, saver, isConflict, clash } = writing;
  useKeyboardInset();
  useEffect(() => tell({ state: STATES[state], save: () => saver.flush() }), [tell, saver, state]);
  useEffect(() => {
    if (isConflict) setChoosing(clash());
  }, [isConflict, clash]);
  const mayWrite = draft ? draft.can.edit : editorData.canWrite;
  const editable = mayWrite && problem === null && writing.windows !== 'elsewhere';
  return (
    <div className={styles.first}>
      {state === 'signed_out' && <SignInAgain />}
      {problem && <Banner kind="danger">{errorText(problem)}</Banner>}
      {choosing ? (
        <TwoVersions
          clash={choosing}
          language={language}
          onLater={() => setChoosing(null)}
          onChosen={(written) => {
            writing.choose(choosing, written);
            setChoosing(null);
          }}
        />
      ) : (
        <TextNotices writing={writing} language={language} onCompare={() => setChoosing(clash())} />
      )}
      {/* The language was preset before a word was written. */}
      <LanguageNotice seemsIn={writing.seemsIn} language={language} kind="act">
        {(other) => (
          <Button
            small
            kind="primary"
            onClick={() => {
              setLanguage(other);
              toast(t('chapters.language_set', { language: nameOf(other) }));
            }}
          >
            {t('chapters.is_in', { language: nameOf(other) })}
          </Button>
        )}
      </LanguageNotice>
      <div hidden={choosing !== null} className={classNames(styles.sheetAlone)}>
        <FirstSheet editorData={editorData} language={language} writing={writing} editable={editable} />
      </div>
    </div>
  );
}

function FirstSheet({
  editorData,
  language,
  writing,
  editable,
}: {
  editorData: ChapterEditorData;
  language: Language;
  writing: ReturnType<typeof useWriting>;
  editable: boolean;
}) {
  const t = useT('chapters');
  const { story, number } = editorData;
  return (
    <>
      <WritingSheet writing={writing} language={language} hint={t('chapters.begins', { number })} editable={editable} />
      <div className={styles.length}>
        <LengthGauge
          units={writing.units}
          bounds={{ minUnits: story.minUnits, maxUnits: story.maxUnits }}
          language={language}
          mode={story.mode}
        />
        {writing.units > 0 && writing.units < story.minUnits && (
          <p className={`small soft ${styles.lengthNote}`}>{t('chapters.length_later')}</p>
        )}
      </div>
      {writing.text && editable && (
        <div className={styles.dock}>
          <FormatDock editor={writing.text.editor} language={language} />
        </div>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { accountApi } from '#features/accounts/contract.ts';
import type { FirstChapterNews, FirstChapterState } from '#features/stories/web/editor/first-chapter-news.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ChapterEditorData, chapterApi } from '../contract.ts';
import { TextNotices } from './editor-page/editor-notices.tsx';
import styles from './editor-page/editor-page.module.css';
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
export function FirstChapterEditor({
  storyId,
  tell,
}: {
  storyId: string;
  /** Called with the state of the text whenever it changes. */
  tell: (news: FirstChapterNews) => void;
}) {
  return (
    <QueryProvider>
      <Opening storyId={storyId} tell={tell} />
    </QueryProvider>
  );
}

interface Props {
  storyId: string;
  tell: (news: FirstChapterNews) => void;
}

function Opening({ storyId, tell }: Props) {
  const t = useT('chapters');
  const [opened, setOpened] = useState<{ editorData: ChapterEditorData; memberId: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['chapter', 'first', storyId],
    queryFn: async () => {
      const [editorData, member] = await Promise.all([call(chapterApi.editor, { storyId }), call(accountApi.info, {})]);
      return { editorData, memberId: member.id };
    },
    enabled: opened === null,
    gcTime: 0,
    staleTime: 0,
  });
  if (opened === null && data) setOpened(data);
  if (opened) return <Writing {...opened} tell={tell} />;
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
  tell,
}: {
  editorData: ChapterEditorData;
  memberId: string;
  tell: (news: FirstChapterNews) => void;
}) {
  const { story, draft } = editorData;
  const errorText = useErrorText();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [choosing, setChoosing] = useState<Clash | null>(null);
  const onClosed = useCallback((error: ApiError) => setProblem(error), []);
  const writing = useWriting({ memberId, beginning: chapterBeginning(story.id, null), draft }, onClosed);
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
          language={story.language}
          onLater={() => setChoosing(null)}
          onChosen={(written) => {
            writing.choose(choosing, written);
            setChoosing(null);
          }}
        />
      ) : (
        <TextNotices writing={writing} language={editorData.story.language} onCompare={() => setChoosing(clash())} />
      )}
      <div hidden={choosing !== null} className={classNames(styles.sheetAlone)}>
        <FirstSheet editorData={editorData} writing={writing} editable={editable} />
      </div>
    </div>
  );
}

function FirstSheet({
  editorData,
  writing,
  editable,
}: {
  editorData: ChapterEditorData;
  writing: ReturnType<typeof useWriting>;
  editable: boolean;
}) {
  const t = useT('chapters');
  const { story, number } = editorData;
  return (
    <>
      <WritingSheet
        writing={writing}
        language={story.language}
        hint={t('chapters.begins', { number })}
        editable={editable}
      />
      <div className={styles.length}>
        <LengthGauge
          units={writing.units}
          bounds={{ minUnits: story.minUnits, maxUnits: story.maxUnits }}
          language={story.language}
          mode={story.mode}
        />
      </div>
      {writing.text && editable && (
        <div className={styles.dock}>
          <FormatDock editor={writing.text.editor} language={story.language} />
        </div>
      )}
    </>
  );
}

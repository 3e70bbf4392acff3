import { type ReactNode, useState } from 'react';
import { to } from '#core/pages.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { Prose } from '../prose.tsx';
import { AfterSubmit, isChapterInReview } from './after-submit.tsx';
import { ChapterEditor } from './chapter-editor.tsx';
import { EditorGate } from './editor-gate.tsx';
import styles from './editor-page.module.css';
import type { EditorSlots, NextAuthor } from './editor-slots.ts';
import { EditorTopBar } from './editor-top-bar.tsx';
import { useRefusal } from './use-refusal.ts';

export interface EditorAddress {
  storyId: string;
  chapterId: string | null;
  parentChapterId: string | null;
}

interface EditorPageProps {
  address: EditorAddress;
  logo: ReactNode;
  /** What the modes have to say here. */
  slots: EditorSlots;
}

interface Opened {
  editorData: ChapterEditorData;
  /** What stood against taking the place. */
  against: ApiError | null;
}

/** The chapter editor (spec §2): the draft to go on with, or a new chapter, and all that becomes of it. */
export function ChapterEditorPage({ address, logo, slots }: EditorPageProps) {
  return (
    <EditorGate name={['chapter', 'editor', address]} open={() => open(address, slots)}>
      {({ editorData: opened, memberId, isAgain, onReopen }) => (
        <OpenEditor
          opened={opened}
          memberId={memberId}
          isAgain={isAgain}
          parentChapterId={address.parentChapterId}
          logo={logo}
          slots={slots}
          onReopen={onReopen}
        />
      )}
    </EditorGate>
  );
}

async function open({ storyId, chapterId, parentChapterId }: EditorAddress, slots: EditorSlots): Promise<Opened> {
  const fetchEditorData = () =>
    call(chapterApi.editor, {
      storyId,
      ...(chapterId ? { chapterId } : {}),
      ...(parentChapterId ? { parentChapterId } : {}),
    });
  const editorData = await fetchEditorData();
  const opened = { editorData, against: null };
  // Who has begun here already goes on with that, whatever has become of the place.
  if (editorData.draft !== null || editorData.parentId === null || !slots.takePlace) return opened;
  try {
    await slots.takePlace(editorData.story, editorData.parentId);
  } catch (against) {
    // What did not arrive is tried again, as everything else that the editor is opened with.
    if (!(against instanceof ApiError) || against.status === 0 || against.status >= 500) throw against;
    return { ...opened, against };
  }
  // Taking the place may have been coming in.
  return editorData.canWrite ? opened : { ...opened, editorData: await fetchEditorData() };
}

function OpenEditor({
  opened: { editorData, against },
  memberId,
  isAgain,
  parentChapterId,
  logo,
  slots,
  onReopen,
}: {
  opened: Opened;
  memberId: string;
  isAgain: boolean;
  parentChapterId: string | null;
  logo: ReactNode;
  slots: EditorSlots;
  onReopen: () => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const [draft, setDraft] = useState<ChapterDraft | null>(editorData.draft);
  const [next, setNext] = useState<NextAuthor | null>(null);
  const [deleted, setDeleted] = useState<{ draft: ChapterDraft | null } | null>(null);
  const { story } = editorData;
  const refusal = useRefusal(story.mode);
  const hasCome = isAgain || draft !== editorData.draft;
  if (deleted) return <Deleted draft={deleted.draft} editorData={editorData} logo={logo} onReopen={onReopen} />;
  if (draft && isChapterInReview(draft)) {
    return (
      <AfterSubmit
        key={draft.review?.submittedAt}
        story={story}
        submitted={draft}
        announced={hasCome}
        number={draft.number ?? editorData.number}
        next={next}
        logo={logo}
        slots={slots}
        onDraft={setDraft}
      />
    );
  }
  if (draft ? draft.can.edit : editorData.canWrite && !against) {
    return (
      <ChapterEditor
        // A new beginning whenever it comes from another state: taken back, sent back.
        key={draft ? `${draft.id} ${draft.status} ${draft.review?.submittedAt}` : 'new'}
        editorData={editorData}
        draft={draft}
        announced={hasCome}
        memberId={memberId}
        parentChapterId={parentChapterId}
        logo={logo}
        slots={slots}
        onDraft={(sent, nextAuthor = null) => {
          setDraft(sent);
          setNext(nextAuthor);
        }}
        onDeleted={(gone) => {
          const parentId = gone ? gone.parentId : editorData.parentId;
          if (parentId !== null) slots.leavePlace?.(story, parentId);
          setDeleted({ draft: gone });
        }}
      />
    );
  }
  return (
    <>
      <EditorTopBar story={story} logo={logo} />
      <main id="main" className={styles.page}>
        <div className={styles.state}>
          <h1>{draft ? t('chapters.not_to_change') : refusal.title}</h1>
          {!draft && (
            <p className="soft">{against && against.code !== 'forbidden' ? errorText(against) : refusal.text}</p>
          )}
          <div className={styles.actions}>
            {editorData.parentId !== null && slots.back?.(story, editorData.parentId)}
            <ButtonLink to={to.story({ storyId: story.id })}>{t('chapters.back_to_story')}</ButtonLink>
          </div>
        </div>
        {draft && (
          <>
            <h2>{draft.title}</h2>
            <Prose document={draft.content} language={story.language} />
          </>
        )}
      </main>
    </>
  );
}

/** After deleting: the way back, and on. */
function Deleted({
  draft,
  editorData,
  logo,
  onReopen,
}: {
  draft: ChapterDraft | null;
  editorData: ChapterEditorData;
  logo: ReactNode;
  onReopen: () => void;
}) {
  const t = useT('chapters');
  const heading = useHeadingFocus(true);
  const { bringBack, isPending } = useUndelete({
    undelete: async () => draft && call(chapterApi.undelete, { chapterId: draft.id }),
    said: t('chapters.undeleted'),
    onBack: onReopen,
  });
  const { story } = editorData;
  return (
    <>
      <EditorTopBar story={story} logo={logo} />
      <main id="main" className={styles.page}>
        <div className={styles.state} role="status">
          <h1 ref={heading} tabIndex={-1}>
            {t('chapters.deleted')}
          </h1>
          {draft && <p className="soft">{t('chapters.deleted_text')}</p>}
          <div className={styles.actions}>
            {draft && (
              <Button kind="primary" busy={isPending} onClick={bringBack}>
                {t('chapters.undelete')}
              </Button>
            )}
            <ButtonLink to={story.isPublished ? to.story({ storyId: story.id }) : to.editStory({ storyId: story.id })}>
              {t('chapters.back_to_story')}
            </ButtonLink>
          </div>
        </div>
      </main>
    </>
  );
}

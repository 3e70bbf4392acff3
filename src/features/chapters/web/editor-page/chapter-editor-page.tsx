import { type ReactNode, useState } from 'react';
import { to } from '#core/pages.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { BeginHere } from '../begun/begin-here.tsx';
import { BegunOffer } from '../begun/begun-offer.tsx';
import { wordsFor } from '../begun/begun-words.ts';
import { Prose } from '../prose.tsx';
import { AfterSubmit, isChapterInReview } from './after-submit.tsx';
import { ChapterEditor } from './chapter-editor.tsx';
import { EditorGate } from './editor-gate.tsx';
import styles from './editor-page.module.css';
import type { EditorSlots, EditorsOfModes, NextAuthor } from './editor-slots.ts';
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
  /** Content of the writing modes. */
  modes: EditorsOfModes;
}

interface Opened {
  editorData: ChapterEditorData;
  /** Why the continuation couldn’t be reserved. */
  against: ApiError | null;
}

/** Returns the wish of visitors who open the editor to write a new chapter. */
function wishOf({ storyId, chapterId, parentChapterId }: EditorAddress): string | undefined {
  if (chapterId) return undefined;
  return parentChapterId ? `write:${storyId}.${parentChapterId}` : `write:${storyId}`;
}

/** The chapter editor (spec §2): the draft to continue, or a new chapter, and its status after submission. */
export function ChapterEditorPage({ address, logo, modes }: EditorPageProps) {
  const { storyId, chapterId, parentChapterId } = address;
  const wish = wishOf(address);
  const visitors = (ask: ReactNode) =>
    parentChapterId && !chapterId ? <BeginHere {...{ storyId, parentChapterId, modes, wish }} otherwise={ask} /> : ask;
  return (
    <EditorGate name={['chapter', 'editor', address]} open={() => open(address, modes)} wish={wish} visitors={visitors}>
      {({ editorData: opened, memberId, isAgain, onReopen }) => (
        <OpenEditor
          opened={opened}
          memberId={memberId}
          isAgain={isAgain}
          parentChapterId={address.parentChapterId}
          logo={logo}
          slots={modes[opened.editorData.story.mode] ?? {}}
          onReopen={onReopen}
        />
      )}
    </EditorGate>
  );
}

async function open({ storyId, chapterId, parentChapterId }: EditorAddress, modes: EditorsOfModes): Promise<Opened> {
  const fetchEditorData = () =>
    call(chapterApi.editor, {
      storyId,
      ...(chapterId ? { chapterId } : {}),
      ...(parentChapterId ? { parentChapterId } : {}),
    });
  const editorData = await fetchEditorData();
  const opened = { editorData, against: null };
  // An existing draft can always be continued, even if the continuation is taken.
  const takePlace = modes[editorData.story.mode]?.takePlace;
  if (editorData.draft !== null || editorData.parentId === null || !takePlace) return opened;
  try {
    await takePlace(editorData.story, editorData.parentId);
  } catch (against) {
    // Network and server errors are retried, like all other data of the editor.
    if (!(against instanceof ApiError) || against.status === 0 || against.status >= 500) throw against;
    return { ...opened, against };
  }
  // Reserving the continuation may have made the member a participant.
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
  const [begun, setBegun] = useState(() => (draft ? null : wordsFor(memberId)));
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
  const canWrite = draft ? draft.can.edit : editorData.canWrite && !against;
  if (begun && !draft) {
    const place = canWrite ? { storyId: story.id, parentChapterId } : null;
    return <BegunOffer words={begun} memberId={memberId} place={place} onDecided={() => setBegun(null)} />;
  }
  if (canWrite) {
    return (
      <ChapterEditor
        // Remounts after a status change, such as a withdrawal or rejection.
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

/** Shown after deleting: a button to restore, and a link to the story. */
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

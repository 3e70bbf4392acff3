import { type ReactNode, useState } from 'react';
import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { type ChapterDraft, type ChapterEditorData, chapterApi } from '../../contract.ts';
import { BeginHere } from '../begun/begin-here.tsx';
import { BegunOffer } from '../begun/begun-offer.tsx';
import { wordsFor } from '../begun/begun-words.ts';
import { Prose } from '../prose.tsx';
import { chapterBeginning } from '../saving/use-writing.ts';
import { AfterSubmit, isChapterInReview } from './after-submit.tsx';
import { ChapterEditor } from './chapter-editor.tsx';
import { EditorGate } from './editor-gate.tsx';
import styles from './editor-page.module.css';
import type { EditorSlots, EditorsOfModes, NextAuthor } from './editor-slots.ts';
import { EditorTopBar } from './editor-top-bar.tsx';
import { KeptWords } from './kept-words.tsx';
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
    <EditorGate
      name={['chapter', 'editor', address]}
      open={() => open(address)}
      storyId={storyId}
      wish={wish}
      visitors={visitors}
    >
      {({ editorData, memberId, isAgain, onReopen }) => (
        <OpenEditor
          editorData={editorData}
          memberId={memberId}
          isAgain={isAgain}
          parentChapterId={address.parentChapterId}
          logo={logo}
          slots={modes[editorData.story.mode] ?? {}}
          onReopen={onReopen}
        />
      )}
    </EditorGate>
  );
}

/** Only reads, so that following a link to the editor neither joins the story nor reserves anything. */
const open = ({ storyId, chapterId, parentChapterId }: EditorAddress) =>
  call(chapterApi.editor, {
    storyId,
    ...(chapterId ? { chapterId } : {}),
    ...(parentChapterId ? { parentChapterId } : {}),
  });

function OpenEditor({
  editorData,
  memberId,
  isAgain,
  parentChapterId,
  logo,
  slots,
  onReopen,
}: {
  editorData: ChapterEditorData;
  memberId: string;
  isAgain: boolean;
  parentChapterId: string | null;
  logo: ReactNode;
  slots: EditorSlots;
  onReopen: () => void;
}) {
  const t = useT('chapters');
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
  const canBegin = (data: ChapterEditorData) => data.canWrite || (data.canJoin && slots.takePlace !== undefined);
  const canWrite = draft ? draft.can.edit : canBegin(editorData);
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
          {!draft && <p className="soft">{refusal.text}</p>}
          <div className={styles.actions}>
            {editorData.parentId !== null && slots.back?.(story, editorData.parentId)}
            <ButtonLink to={to.story({ storyId: story.id })}>{t('chapters.back_to_story')}</ButtonLink>
          </div>
        </div>
        {!draft && <OpensLater {...{ storyId: story.id, parentChapterId, canBegin, onReopen }} />}
        {!draft && (
          <KeptWords
            beginning={chapterBeginning(story.id, parentChapterId)}
            language={story.language}
            memberId={memberId}
            onSaved={onReopen}
          />
        )}
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

/** Opens the editor as soon as the member can write, for example because it is their turn now. */
function OpensLater({
  storyId,
  parentChapterId,
  canBegin,
  onReopen,
}: {
  storyId: string;
  parentChapterId: string | null;
  canBegin: (editorData: ChapterEditorData) => boolean;
  onReopen: () => void;
}) {
  useLiveTopic(`story:${storyId}`, async () => {
    // If it fails, the next event tries again.
    const fresh = await open({ storyId, chapterId: null, parentChapterId }).catch(() => null);
    if (fresh && canBegin(fresh)) onReopen();
  });
  return null;
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

import { type ReactNode, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { type ChapterDraft, chapterApi, type WritingDesk } from '../../contract.ts';
import { Prose } from '../prose.tsx';
import { AfterSubmit, isChapterInReview } from './after-submit.tsx';
import { EditRoom } from './edit-room.tsx';
import styles from './room.module.css';
import { RoomBar } from './room-bar.tsx';
import { RoomDoor } from './room-door.tsx';
import type { NextAuthor, RoomSlots } from './room-slots.ts';
import { useRefusal } from './use-refusal.ts';

export interface RoomAddress {
  storyId: string;
  chapterId: string | null;
  parentChapterId: string | null;
}

interface RoomProps {
  address: RoomAddress;
  logo: ReactNode;
  /** What the modes have to say here. */
  slots: RoomSlots;
}

interface Opened {
  desk: WritingDesk;
  /** What stood against taking the place. */
  against: ApiError | null;
}

/** The writing room (spec §2): the draft to go on with, or a new chapter, and all that becomes of it. */
export function WritingRoom({ address, logo, slots }: RoomProps) {
  return (
    <RoomDoor name={['chapter', 'desk', address]} open={() => open(address, slots)}>
      {({ desk: opened, memberId, isAgain, onReopen }) => (
        <Desk
          opened={opened}
          memberId={memberId}
          isAgain={isAgain}
          parentChapterId={address.parentChapterId}
          logo={logo}
          slots={slots}
          onReopen={onReopen}
        />
      )}
    </RoomDoor>
  );
}

async function open({ storyId, chapterId, parentChapterId }: RoomAddress, slots: RoomSlots): Promise<Opened> {
  const fetchDesk = () =>
    call(chapterApi.desk, {
      storyId,
      ...(chapterId ? { chapterId } : {}),
      ...(parentChapterId ? { parentChapterId } : {}),
    });
  const desk = await fetchDesk();
  const opened = { desk, against: null };
  // Who has begun here already goes on with that, whatever has become of the place.
  if (desk.draft !== null || desk.parentId === null || !slots.takePlace) return opened;
  try {
    await slots.takePlace(desk.story, desk.parentId);
  } catch (against) {
    // What did not arrive is tried again, as everything else that the room is opened with.
    if (!(against instanceof ApiError) || against.status === 0 || against.status >= 500) throw against;
    return { ...opened, against };
  }
  // Taking the place may have been coming in.
  return desk.canWrite ? opened : { ...opened, desk: await fetchDesk() };
}

function Desk({
  opened: { desk, against },
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
  slots: RoomSlots;
  onReopen: () => void;
}) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const [draft, setDraft] = useState<ChapterDraft | null>(desk.draft);
  const [next, setNext] = useState<NextAuthor | null>(null);
  const [deleted, setDeleted] = useState<{ draft: ChapterDraft | null } | null>(null);
  const { story } = desk;
  const refusal = useRefusal(story.mode);
  const hasCome = isAgain || draft !== desk.draft;
  if (deleted) return <Deleted draft={deleted.draft} desk={desk} logo={logo} onReopen={onReopen} />;
  if (draft && isChapterInReview(draft)) {
    return (
      <AfterSubmit
        key={draft.review?.submittedAt}
        story={story}
        submitted={draft}
        announced={hasCome}
        number={draft.number ?? desk.number}
        next={next}
        logo={logo}
        slots={slots}
        onDraft={setDraft}
      />
    );
  }
  if (draft ? draft.can.edit : desk.canWrite && !against) {
    return (
      <EditRoom
        // A new beginning whenever it comes from another state: taken back, sent back.
        key={draft ? `${draft.id} ${draft.status} ${draft.review?.submittedAt}` : 'new'}
        desk={desk}
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
          const parentId = gone ? gone.parentId : desk.parentId;
          if (parentId !== null) slots.leavePlace?.(story, parentId);
          setDeleted({ draft: gone });
        }}
      />
    );
  }
  return (
    <>
      <RoomBar story={story} logo={logo} />
      <main id="main" className={styles.room}>
        <div className={styles.state}>
          <h1>{draft ? t('chapters.not_to_change') : refusal.title}</h1>
          {!draft && (
            <p className="soft">{against && against.code !== 'forbidden' ? errorText(against) : refusal.text}</p>
          )}
          <div className={styles.acts}>
            {desk.parentId !== null && slots.back?.(story, desk.parentId)}
            <ButtonLink to={`/story/${story.id}`}>{t('chapters.back_to_story')}</ButtonLink>
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
  desk,
  logo,
  onReopen,
}: {
  draft: ChapterDraft | null;
  desk: WritingDesk;
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
  const { story } = desk;
  return (
    <>
      <RoomBar story={story} logo={logo} />
      <main id="main" className={styles.room}>
        <div className={styles.state} role="status">
          <h1 ref={heading} tabIndex={-1}>
            {t('chapters.deleted')}
          </h1>
          {draft && <p className="soft">{t('chapters.deleted_text')}</p>}
          <div className={styles.acts}>
            {draft && (
              <Button kind="primary" busy={isPending} onClick={bringBack}>
                {t('chapters.undelete')}
              </Button>
            )}
            <ButtonLink to={story.isPublished ? `/story/${story.id}` : `/edit_story?storyId=${story.id}`}>
              {t('chapters.back_to_story')}
            </ButtonLink>
          </div>
        </div>
      </main>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { accountApi } from '#features/accounts/contract.ts';
import { AskLogin } from '#features/accounts/web/ask-login.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useSignedIn } from '#web/api/session.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ChapterDraft, chapterApi, type WritingDesk } from '../../contract.ts';
import { Prose } from '../prose.tsx';
import { AfterSubmit, isWaiting } from './after-submit.tsx';
import { EditRoom } from './edit-room.tsx';
import styles from './room.module.css';
import { RoomBar } from './room-bar.tsx';
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
  memberId: string;
  /** What stood against taking the place. */
  against: ApiError | null;
}

/** The writing room (spec §2): the draft to go on with, or a new chapter, and all that becomes of it. */
export function WritingRoom(props: RoomProps) {
  return (
    <QueryProvider>
      <Door {...props} />
    </QueryProvider>
  );
}

async function open({ storyId, chapterId, parentChapterId }: RoomAddress, slots: RoomSlots): Promise<Opened> {
  const fetchDesk = () =>
    call(chapterApi.desk, {
      storyId,
      ...(chapterId ? { chapterId } : {}),
      ...(parentChapterId ? { parentChapterId } : {}),
    });
  const [desk, member] = await Promise.all([fetchDesk(), call(accountApi.info, {})]);
  const opened = { desk, memberId: member.id, against: null };
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

function Door({ address, logo, slots }: RoomProps) {
  const t = useT('chapters');
  const signedIn = useSignedIn();
  const [opened, setOpened] = useState<Opened | null>(null);
  // Counts how often the room was opened: each time it is fetched, and built, anew.
  const [visit, setVisit] = useState(0);
  // Once the room is open it stays open, whatever becomes of the session: somebody may be in the middle of a sentence.
  const { data, error, refetch } = useQuery({
    queryKey: ['chapter', 'desk', address, visit],
    queryFn: () => open(address, slots),
    enabled: opened === null && signedIn,
    gcTime: 0,
    staleTime: 0,
  });
  if (opened === null && data) setOpened(data);
  if (opened) {
    return (
      <Desk
        opened={opened}
        parentChapterId={address.parentChapterId}
        logo={logo}
        slots={slots}
        onReopen={() => {
          setOpened(null);
          setVisit(visit + 1);
        }}
      />
    );
  }
  return (
    <main id="main" className="wrap">
      {!signedIn ? (
        <AskLogin title={t('chapters.page_title')} text={t('chapters.login_text')} wish="write" />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </main>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT('chapters');
  const errorText = useErrorText();
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className={styles.state} role="alert">
      <h1>{isMissing ? t('common.not_found_title') : t('chapters.load_failed')}</h1>
      <p className="soft">{errorText(error)}</p>
      <div className={styles.acts}>
        {!isMissing && (
          <Button kind="primary" onClick={onRetry}>
            {t('chapters.try_again')}
          </Button>
        )}
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}

function Desk({
  opened: { desk, memberId, against },
  parentChapterId,
  logo,
  slots,
  onReopen,
}: {
  opened: Opened;
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
  if (deleted) return <Deleted draft={deleted.draft} desk={desk} logo={logo} onReopen={onReopen} />;
  if (draft && isWaiting(draft)) {
    return (
      <AfterSubmit
        key={draft.review?.submittedAt}
        story={story}
        submitted={draft}
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
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const undelete = async () => {
    if (!draft) return;
    setBusy(true);
    try {
      await call(chapterApi.undelete, { chapterId: draft.id });
      toast(t('chapters.undeleted'));
      onReopen();
    } catch (error) {
      setBusy(false);
      toast(errorText(error));
    }
  };
  const { story } = desk;
  return (
    <>
      <RoomBar story={story} logo={logo} />
      <main id="main" className={styles.room}>
        <div className={styles.state} role="status">
          <h1>{t('chapters.deleted')}</h1>
          {draft && <p className="soft">{t('chapters.deleted_text')}</p>}
          <div className={styles.acts}>
            {draft && (
              <Button kind="primary" busy={busy} onClick={() => void undelete()}>
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

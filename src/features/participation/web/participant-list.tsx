import { type ReactNode, useState } from 'react';
import type { StoryView } from '#features/stories/contract.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Participant, participationApi } from '../contract.ts';
import styles from './participant-list.module.css';

/** So many are shown at once; the rest lies behind "View more". */
const SHOWN = 20;

interface Props {
  story: StoryView;
  participants: readonly Participant[];
  /** Cursor of those who are not on the page. */
  next: string | null;
  /** What a member can do about their place among them. */
  actions?: ReactNode;
  /** Said beside a name in the place of how many chapters they wrote; null says nothing, undefined leaves that. */
  noteOf?: ((participant: Participant) => string | null | undefined) | undefined;
}

/** Everyone who writes in the story, each with their colour. */
export function ParticipantList({ story, participants, next, actions, noteOf }: Props) {
  const t = useT('participation');
  const rest = participants.slice(SHOWN);
  return (
    <section>
      <h2>{t('participation.hands', { count: story.participantCount })}</h2>
      <ul className={styles.participants}>
        {participants.slice(0, SHOWN).map((participant) => (
          <ParticipantItem key={participant.id} participant={participant} noteOf={noteOf} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{t('common.view_more')}</summary>
          <ul className={styles.participants}>
            {rest.map((participant) => (
              <ParticipantItem key={participant.id} participant={participant} noteOf={noteOf} />
            ))}
          </ul>
          {next && <MoreParticipants key={next} storyId={story.id} from={next} noteOf={noteOf} />}
        </details>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

function ParticipantItem({ participant, noteOf }: { participant: Participant } & Pick<Props, 'noteOf'>) {
  const t = useT('participation');
  const { username, slug, avatar, number, isCreator, isCurrentWriter, chapterCount } = participant;
  const usual = () =>
    isCurrentWriter
      ? t('participation.writing_now')
      : isCreator
        ? t('participation.began_it')
        : t('participation.chapters', { count: chapterCount });
  const noted = noteOf?.(participant);
  const note = noted === undefined ? usual() : noted;
  return (
    <li>
      <Avatar name={username} src={avatar} colorIndex={number} />
      <MemberLink className="quiet" slug={slug}>
        {username}
      </MemberLink>
      {note !== null && <span className="small soft">{note}</span>}
    </li>
  );
}

/** Those beyond the first page of the list, fetched page by page. */
function MoreParticipants({ storyId, from, noteOf }: { storyId: string; from: string } & Pick<Props, 'noteOf'>) {
  const t = useT('participation');
  const errorText = useErrorText();
  const [found, setFound] = useState<{ items: readonly Participant[]; next: string | null }>({ items: [], next: from });
  const [isBusy, setBusy] = useState(false);
  const fetchMore = async () => {
    if (found.next === null) return;
    setBusy(true);
    try {
      const page = await call(participationApi.participants, { storyId, cursor: found.next, limit: 50 });
      setFound({ items: [...found.items, ...page.items], next: page.next });
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <ul className={styles.participants}>
        {found.items.map((participant) => (
          <ParticipantItem key={participant.id} participant={participant} noteOf={noteOf} />
        ))}
      </ul>
      {found.next && (
        <Button small busy={isBusy} onClick={() => void fetchMore()}>
          {t('common.view_more')}
        </Button>
      )}
    </>
  );
}

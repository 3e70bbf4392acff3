import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { toast } from '#web/ui/toast.ts';
import { type Participant, participationApi } from '../contract.ts';
import { type NoteOf, ParticipantItem } from './participant-item.tsx';
import styles from './participant-list.module.css';
import type { MoreParticipantsProps } from './participant-list.tsx';
import { ViewMore } from './view-more.tsx';

interface Props extends MoreParticipantsProps {
  noteOf?: NoteOf;
  /** Called before more of them are shown, with what `noteOf` needs. May throw. */
  prepare?: () => Promise<void>;
}

/** Those beyond the first page of the list, fetched page by page. */
export function MoreParticipants(props: Props) {
  return <Further key={props.from} {...props} />;
}

function Further({ storyId, from, noteOf, prepare }: Props) {
  const errorText = useErrorText();
  const [found, setFound] = useState<{ items: readonly Participant[]; next: string | null }>({ items: [], next: from });
  const [isBusy, setBusy] = useState(false);
  const fetchMore = async () => {
    if (found.next === null) return;
    setBusy(true);
    try {
      const asked = call(participationApi.participants, { storyId, cursor: found.next, limit: 50 });
      const [page] = await Promise.all([asked, prepare?.()]);
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
      {found.next && <ViewMore busy={isBusy} onClick={() => void fetchMore()} />}
    </>
  );
}

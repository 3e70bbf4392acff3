import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { rememberFocus } from '#web/ui/focus.ts';
import { toast } from '#web/ui/toast.ts';
import { type Participant, participationApi } from '../contract.ts';
import { ParticipantItem } from './participant-item.tsx';
import styles from './participant-list.module.css';
import type { MoreParticipantsProps } from './participant-list.tsx';
import { ViewMore } from './view-more.tsx';

/** The writers beyond the first page, loaded page by page. Only branch stories have that many. */
export function MoreParticipants(props: MoreParticipantsProps) {
  return <Further key={props.from} {...props} />;
}

function Further({ storyId, from }: MoreParticipantsProps) {
  const errorText = useErrorText();
  const [found, setFound] = useState<{ items: readonly Participant[]; next: string | null }>({ items: [], next: from });
  const [isBusy, setBusy] = useState(false);
  const fetchMore = async () => {
    if (found.next === null) return;
    const restoreFocus = rememberFocus();
    setBusy(true);
    try {
      const page = await call(participationApi.participants, { storyId, cursor: found.next, limit: 50 });
      setFound({ items: [...found.items, ...page.items], next: page.next });
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
    // The button disappears after the last page.
    setTimeout(restoreFocus);
  };
  return (
    <>
      <ul className={styles.participants}>
        {found.items.map((participant) => (
          <ParticipantItem key={participant.id} participant={participant} />
        ))}
      </ul>
      {found.next && <ViewMore busy={isBusy} onClick={() => void fetchMore()} />}
    </>
  );
}

import { useState } from 'react';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { type RelayViewerState, relayApi } from '../contract.ts';
import { GiveTurnDialog } from './give-turn-dialog.tsx';
import { MyTurnActions } from './my-turn-actions.tsx';
import styles from './turn.module.css';
import { useRelayTurn, useRelayViewer } from './use-relay.ts';

/** What a member can do about the turn besides writing: extend it, pass it, reassign it (creator), or rejoin the queue. */
export function TurnActions({ storyId }: { storyId: string }) {
  return (
    <QueryProvider>
      <Acts storyId={storyId} />
    </QueryProvider>
  );
}

function Acts({ storyId }: { storyId: string }) {
  const { data: viewer } = useRelayViewer(storyId);
  if (!viewer) return null;
  return (
    <>
      {viewer.isMyTurn && <Mine storyId={storyId} viewer={viewer} />}
      {viewer.isSkipped && <Benched storyId={storyId} viewer={viewer} />}
      {/* On their own turn the creator passes it, unless there are only skipped writers. Reassigning would be a second
          name for that. */}
      {viewer.can.reassign && !(viewer.can.passTurn && viewer.candidates.length > 0) && <Reassign storyId={storyId} />}
    </>
  );
}

function Mine({ storyId, viewer }: { storyId: string; viewer: RelayViewerState }) {
  const t = useT('relay');
  return (
    <div className={styles.mine}>
      <p className={styles.say}>{t('relay.your_turn')}</p>
      <div className={styles.actions}>
        <MyTurnActions storyId={storyId} viewer={viewer} />
      </div>
    </div>
  );
}

function Benched({ storyId, viewer }: { storyId: string; viewer: RelayViewerState }) {
  const t = useT('relay');
  const { isBusy, act } = useStoryAction(storyId);
  const ask = () => act(() => call(relayApi.rejoinQueue, { storyId }), { done: t('relay.rejoined') });
  return (
    <div className={styles.mine}>
      <p>{t('relay.you_are_skipped')}</p>
      {viewer.can.rejoinQueue && (
        <div className={styles.actions}>
          <Button busy={isBusy} onClick={() => void ask()}>
            {t('relay.rejoin')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The creator can reassign the turn to anyone at any time, including skipped writers. */
function Reassign({ storyId }: { storyId: string }) {
  const t = useT('relay');
  const { data: turn } = useRelayTurn(storyId);
  const { isBusy, act } = useStoryAction(storyId);
  const [isAsking, setAsking] = useState(false);
  if (!turn) return null;
  const people = [...turn.queue, ...turn.skipped];
  if (people.length === 0) return null;
  const close = () => setAsking(false);
  return (
    <div className={styles.actions}>
      <Button small onClick={() => setAsking(true)}>
        {t('relay.reassign')}
      </Button>
      {isAsking && (
        <GiveTurnDialog
          title={t('relay.reassign_title')}
          text={t('relay.reassign_text')}
          people={people}
          act={t('relay.reassign_do')}
          busy={isBusy}
          onGive={async ({ id, username }) => {
            const isDone = await act(() => call(relayApi.reassign, { storyId, userId: id }), {
              done: t('relay.reassigned', { name: username }),
            });
            if (isDone) close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

import { useState } from 'react';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { type RelayViewerState, relayApi } from '../contract.ts';
import { GiveTurnDialog } from './give-turn-dialog.tsx';

/** What the current writer can do besides writing: extend the turn, or pass it. */
export function MyTurnActions({ storyId, viewer }: { storyId: string; viewer: RelayViewerState }) {
  const t = useT('relay');
  const { isBusy, act } = useStoryAction(storyId);
  const [isHanding, setHanding] = useState(false);
  const { can, candidates } = viewer;
  const extend = () => act(() => call(relayApi.extend, { storyId }), { done: t('relay.extended') });
  return (
    <>
      {can.extend && (
        <Button busy={isBusy && !isHanding} onClick={() => void extend()}>
          {t('relay.extend')}
        </Button>
      )}
      {can.passTurn && candidates.length > 0 && (
        <Button onClick={() => setHanding(true)}>{t('relay.pass_turn')}</Button>
      )}
      {isHanding && (
        <GiveTurnDialog
          title={t('relay.pass_turn')}
          text={t('relay.pass_turn_text')}
          people={candidates}
          act={t('relay.pass_turn')}
          busy={isBusy}
          onGive={async ({ id, username }) => {
            const isDone = await act(() => call(relayApi.passTurn, { storyId, nextAuthorId: id }), {
              done: t('relay.turn_passed', { name: username }),
            });
            if (isDone) setHanding(false);
          }}
          onClose={() => setHanding(false)}
        />
      )}
    </>
  );
}

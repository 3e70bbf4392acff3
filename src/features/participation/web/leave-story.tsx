import { useState } from 'react';
import type { PlainKey } from '#core/messages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { useModeFaces } from '#features/stories/web/modes.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { participationApi } from '../contract.ts';

declare module '#features/stories/web/mode-face.ts' {
  interface ModeFace {
    /** What happens when a member leaves a story. A text of the part `participation`. */
    readonly leaving: PlainKey;
  }
}

interface Props {
  story: Pick<StoryView, 'id' | 'mode'>;
}

/** The button for leaving the story, for its writers. Asks for confirmation. */
export function LeaveStory(props: Props) {
  return (
    <QueryProvider>
      <Leave {...props} />
    </QueryProvider>
  );
}

function Leave({ story }: Props) {
  const t = useT('participation');
  const { leaving } = useModeFaces()[story.mode];
  const { data } = useStoryViewer(story.id);
  const { isBusy, act } = useStoryAction(story.id);
  const [isAsking, setAsking] = useState(false);
  if (!data?.can.leave) return null;
  const leave = async () => {
    await act(() => call(participationApi.leave, { storyId: story.id }), { done: t('participation.left') });
    setAsking(false);
  };
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        {t('participation.leave')}
      </Button>
      {isAsking && (
        <Dialog title={t('participation.leave_title')} onClose={() => setAsking(false)}>
          <p>{t(leaving)}</p>
          <DialogActions>
            <Button kind="bare" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button kind="danger" busy={isBusy} onClick={() => void leave()}>
              {t('participation.leave')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

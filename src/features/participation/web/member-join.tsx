import { useEffect, useState } from 'react';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { participationApi } from '../contract.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import type { JoinLook } from './join-look.ts';

interface Props extends JoinLook {
  /** Somebody pressed it as a visitor and has come back: the question is put to them again. */
  isWished: boolean;
  onOffered: () => void;
}

/** Joining, for who is signed in and may. */
export function MemberJoin(props: Props) {
  return (
    <QueryProvider>
      <Join {...props} />
    </QueryProvider>
  );
}

function Join({ story, look, label: own, isWished, onOffered }: Props) {
  const t = useT('participation');
  const { data } = useStoryViewer(story.id);
  const { isBusy, act } = useStoryAction(story.id);
  const [isAsking, setAsking] = useState(false);
  const mayApply = data?.can.apply ?? false;
  useEffect(() => {
    if (!isWished || !data) return;
    onOffered();
    if (mayApply) setAsking(true);
  }, [isWished, data, mayApply, onOffered]);
  if (!mayApply) return null;
  const isOpen = story.joining === 'open';
  const leave = () =>
    void act(() => call(participationApi.leave, { storyId: story.id }), { done: t('participation.left') });
  const join = () =>
    act(() => call(participationApi.apply, { storyId: story.id }), {
      done: t('participation.joined'),
      undo: { label: t('participation.leave'), run: leave },
    });
  const label = isOpen ? (own ?? t('participation.join')) : t('participation.apply');
  const press = () => (isOpen ? void join() : setAsking(true));
  return (
    <>
      {look === 'button' ? (
        <Button kind={own ? 'primary' : 'plain'} busy={isBusy} onClick={press}>
          {label}
        </Button>
      ) : (
        <TextButton onClick={press}>{label}</TextButton>
      )}
      {isAsking && <ApplyDialog story={story} onClose={() => setAsking(false)} />}
    </>
  );
}

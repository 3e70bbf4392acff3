import { useEffect, useState } from 'react';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { participationApi } from '../contract.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { JoinButton } from './join-button.tsx';
import type { JoinLook } from './join-look.ts';

interface Props extends JoinLook {
  /** A visitor pressed it and has logged in since: ask them again. */
  isWished: boolean;
  onOffered: () => void;
}

/** The button for joining, for members who are logged in and may join. */
export function MemberJoin(props: Props) {
  return (
    <QueryProvider>
      <Join {...props} />
    </QueryProvider>
  );
}

function Join({ story, look, label, isWished, onOffered }: Props) {
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
  const isOpen = story.joinPolicy === 'open';
  const leave = () =>
    void act(() => call(participationApi.leave, { storyId: story.id }), { done: t('participation.left') });
  const join = () =>
    act(() => call(participationApi.apply, { storyId: story.id }), {
      done: t('participation.joined'),
      undo: { label: t('participation.leave'), run: leave },
    });
  const press = () => (isOpen ? void join() : setAsking(true));
  return (
    <>
      <JoinButton look={look} label={label} isOpen={isOpen} busy={isBusy} onClick={press} />
      {isAsking && <ApplyDialog story={story} onClose={() => setAsking(false)} />}
    </>
  );
}

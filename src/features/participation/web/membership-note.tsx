import { useState } from 'react';
import { messageApi } from '#features/messages/contract.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useRefusalText } from '#web/api/use-refusal-text.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Time } from '#web/ui/time.tsx';
import { participationApi } from '../contract.ts';
import styles from './invite.module.css';

interface Props {
  storyId: string;
  creatorName: string;
}

/** The pending request between the member and the story’s creator, or why the member can’t write here. */
export function MembershipNote(props: Props) {
  return (
    <QueryProvider>
      <Note {...props} />
    </QueryProvider>
  );
}

function Note({ storyId, creatorName }: Props) {
  const refusalText = useRefusalText();
  const { data } = useStoryViewer(storyId);
  if (!data || data.membership.isParticipant) return null;
  const { request, refusal } = data.membership;
  if (request?.kind === 'application') return <Applied storyId={storyId} expiresAt={request.expiresAt} />;
  if (request?.messageId) {
    return <Invited storyId={storyId} name={creatorName} messageId={request.messageId} until={request.expiresAt} />;
  }
  const reason = refusal && !data.can.apply ? refusalText(refusal) : undefined;
  return reason ? <p className="small soft">{reason}</p> : null;
}

function Applied({ storyId, expiresAt }: { storyId: string; expiresAt: string }) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const withdraw = () =>
    act(() => call(participationApi.withdraw, { storyId }), { done: t('participation.application_withdrawn') });
  return (
    <Banner
      kind="act"
      action={
        <Button small busy={isBusy} onClick={() => void withdraw()}>
          {t('participation.withdraw')}
        </Button>
      }
    >
      <Sentence
        id="participation.you_applied"
        wraps={{ day: () => <Time at={expiresAt} kind="long" /> }}
        parts={['participation']}
      />
    </Banner>
  );
}

function Invited({
  storyId,
  name,
  messageId,
  until,
}: {
  storyId: string;
  name: string;
  messageId: string;
  until: string;
}) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const [pressed, setPressed] = useState<boolean | null>(null);
  const leave = () => void act(() => call(participationApi.leave, { storyId }), { done: t('participation.left') });
  const answer = (accept: boolean) => {
    setPressed(accept);
    void act(
      () => call(messageApi.handleInvite, { messageId, accept }),
      accept
        ? { done: t('participation.joined'), undo: { label: t('participation.leave'), run: leave } }
        : { done: t('participation.declined') },
    );
  };
  return (
    <Banner
      kind="act"
      action={
        <span className={styles.actions}>
          <Button small busy={isBusy && pressed === true} onClick={() => answer(true)}>
            {t('participation.accept')}
          </Button>
          <Button small busy={isBusy && pressed === false} onClick={() => answer(false)}>
            {t('participation.decline')}
          </Button>
        </span>
      }
    >
      <Sentence
        id="participation.you_are_invited"
        params={{ name }}
        wraps={{ day: () => <Time at={until} kind="long" /> }}
        parts={['participation']}
      />
    </Banner>
  );
}

import { messageApi } from '#features/messages/contract.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Time } from '#web/ui/time.tsx';
import { type PendingRequest, participationApi } from '../contract.ts';
import styles from './invite.module.css';
import { useRequests } from './use-story-people.ts';

/** The pending invitations and applications. */
export function PendingRequests({ storyId }: { storyId: string }) {
  const t = useT('participation');
  const { data } = useRequests(storyId);
  if (!data || data.items.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{t('participation.waiting')}</h3>
      <ul className={styles.people}>
        {data.items.map((request) => (
          <Pending key={request.user.id} storyId={storyId} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Pending({ storyId, request }: { storyId: string; request: PendingRequest }) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const { user, kind, note, messageId, expiresAt } = request;
  const name = user.username;
  const withdraw = () =>
    act(() => call(participationApi.withdraw, { storyId, userId: user.id }), {
      done: t('participation.invitation_withdrawn', { name }),
    });
  const answer = (id: string, accept: boolean) =>
    act(() => call(messageApi.handleApplication, { messageId: id, accept }), {
      done: accept ? t('participation.is_in', { name }) : t('participation.turned_down', { name }),
    });
  return (
    <li>
      <Avatar name={name} src={user.avatar} />
      <span className={styles.name}>
        <MemberLink className="quiet" slug={user.slug}>
          {name}
        </MemberLink>
        <span className="small">
          <Sentence
            id={kind === 'invitation' ? 'participation.invited_until' : 'participation.asks_until'}
            wraps={{ day: () => <Time at={expiresAt} /> }}
            parts={['participation']}
          />
        </span>
      </span>
      {note && <p className={styles.words}>{note}</p>}
      {messageId === null ? (
        <Button
          small
          busy={isBusy}
          aria-label={t('participation.withdraw_named', { name })}
          onClick={() => void withdraw()}
        >
          {t('participation.withdraw')}
        </Button>
      ) : (
        <span className={styles.actions}>
          <Button
            small
            busy={isBusy}
            aria-label={t('participation.accept_named', { name })}
            onClick={() => void answer(messageId, true)}
          >
            {t('participation.accept')}
          </Button>
          <Button
            small
            busy={isBusy}
            aria-label={t('participation.decline_named', { name })}
            onClick={() => void answer(messageId, false)}
          >
            {t('participation.decline')}
          </Button>
        </span>
      )}
    </li>
  );
}

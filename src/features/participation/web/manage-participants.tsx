import { useEffect, useRef, useState } from 'react';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { type Participant, participationApi } from '../contract.ts';
import styles from './invite.module.css';
import { useParticipants } from './use-story-people.ts';

/** All writers of the story, for its creator, who can remove anyone but themself. */
export function ManageParticipants({ storyId }: { storyId: string }) {
  const t = useT('participation');
  const { data } = useParticipants(storyId);
  const [askedId, setAskedId] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!data) return null;
  // The focused button disappears with the question.
  const close = () => {
    heading.current?.focus();
    setAskedId(null);
  };
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t('participation.taking_part')}
      </h3>
      <ul className={styles.people}>
        {data.items.map((participant) =>
          participant.id === askedId ? (
            <RemoveQuestion key={participant.id} storyId={storyId} participant={participant} onClose={close} />
          ) : (
            <li key={participant.id}>
              <Avatar name={participant.username} src={participant.avatar} colorIndex={participant.number} />
              <span className={styles.name}>
                <MemberLink className="quiet" slug={participant.slug}>
                  {participant.username}
                </MemberLink>
                <span className="small">{t('participation.chapters', { count: participant.chapterCount })}</span>
              </span>
              {participant.isCreator ? (
                <span className="small soft">{t('participation.began_it')}</span>
              ) : (
                <Button
                  small
                  aria-label={t('participation.remove_named', { name: participant.username })}
                  onClick={() => setAskedId(participant.id)}
                >
                  {t('participation.remove')}
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
    </>
  );
}

/** Shown in place of the row, because a second dialog would hide who it is about. */
function RemoveQuestion({
  storyId,
  participant: { id, username },
  onClose,
}: {
  storyId: string;
  participant: Participant;
  onClose: () => void;
}) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    row.current?.querySelector('button')?.focus();
  }, []);
  const remove = async () => {
    await act(() => call(participationApi.remove, { storyId, userId: id }), {
      done: t('participation.removed', { name: username }),
    });
    onClose();
  };
  return (
    <li ref={row} className={styles.ask}>
      <p>{t('participation.remove_ask', { name: username })}</p>
      <span className={styles.actions}>
        <Button small onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button small kind="danger" busy={isBusy} onClick={() => void remove()}>
          {t('participation.remove_yes')}
        </Button>
      </span>
    </li>
  );
}

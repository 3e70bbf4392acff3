import { useQuery } from '@tanstack/react-query';
import { copyText } from '#features/stories/web/copy-text.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import { type InvitationLink, invitationLinkApi } from '../contract-invitation-links.ts';
import { INVITATION_LINK_DAYS } from '../model/invitation-link.ts';
import styles from './invite.module.css';

/** Links for friends, who may not have an account yet. Each lets one person join. */
export function InvitationLinks({ storyId }: { storyId: string }) {
  const t = useT('participation', 'errors');
  const { isBusy, act } = useStoryAction(storyId);
  const { data } = useQuery({
    queryKey: [...storyKey(storyId), 'invitation-links'],
    queryFn: () => call(invitationLinkApi.list, { storyId }),
    staleTime: 0,
  });
  const make = () => act(() => call(invitationLinkApi.make, { storyId }), { done: t('participation.link_made') });
  return (
    <section className={styles.part} aria-labelledby="invitation-links">
      <h3 id="invitation-links">{t('participation.by_link')}</h3>
      <p className="small soft">{t('participation.by_link_says', { days: INVITATION_LINK_DAYS })}</p>
      {data && data.length > 0 && (
        <ul className={styles.links}>
          {data.map((link) => (
            <OpenLink key={link.id} storyId={storyId} link={link} />
          ))}
        </ul>
      )}
      <div>
        <Button busy={isBusy} onClick={() => void make()}>
          {t('participation.make_link')}
        </Button>
      </div>
    </section>
  );
}

function OpenLink({ storyId, link }: { storyId: string; link: InvitationLink }) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const url = new URL(link.path, location.origin).href;
  const copy = async () => {
    // If the browser refuses, the link can be copied from its field.
    toast((await copyText(url)) ? t('participation.link_copied') : t('participation.link_copy_self'));
  };
  const withdraw = () =>
    act(() => call(invitationLinkApi.withdraw, { linkId: link.id }), { done: t('participation.link_withdrawn') });
  return (
    <li>
      <TextField
        label={t('participation.link')}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
        help={
          <Sentence
            id="participation.link_until"
            wraps={{ day: () => <Time at={link.expiresAt} /> }}
            parts={['participation']}
          />
        }
      />
      <span className={styles.actions}>
        <Button small onClick={() => void copy()}>
          {t('participation.copy_link')}
        </Button>
        <Button small busy={isBusy} onClick={() => void withdraw()}>
          {t('participation.withdraw')}
        </Button>
      </span>
    </li>
  );
}

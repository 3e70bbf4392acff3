import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { participationApi } from '#features/participation/contract.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type InviteChoice, profileApi } from '../contract.ts';
import styles from './invite-to-story.module.css';

interface Props {
  userId: string;
  name: string;
}

/** Invites a member to one of the viewer’s stories. Shown if the viewer has stories that are open to others. */
export function InviteToStory(props: Props) {
  return (
    <QueryProvider>
      <Invite {...props} />
    </QueryProvider>
  );
}

const choicesKey = (userId: string) => ['own', 'invitable', userId] as const;

function Invite({ userId, name }: Props) {
  const t = useT('profile');
  const [isOpen, setOpen] = useState(false);
  const { data: choices } = useQuery({
    queryKey: choicesKey(userId),
    queryFn: () => call(profileApi.invitable, { userId }),
  });
  if (!choices || choices.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('user.invite')}</Button>
      {isOpen && (
        <Dialog title={t('user.invite_title', { name })} wide onClose={() => setOpen(false)}>
          <ul className={styles.choices}>
            {choices.map((choice) => (
              <Choice key={choice.id} choice={choice} userId={userId} name={name} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function Choice({ choice, userId, name }: { choice: InviteChoice } & Props) {
  const t = useT('profile', 'participation', 'errors');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { id, title, language, mode, standing } = choice;
  const invite = async () => {
    setBusy(true);
    try {
      const { state } = await call(participationApi.invite, { storyId: id, userId });
      toast(state === 'accepted' ? t('participation.is_in', { name }) : t('participation.invited', { name }));
    } catch (error) {
      toast(errorText(error));
    }
    // Also after an error, because the member’s status may have changed.
    await queryClient.invalidateQueries({ queryKey: choicesKey(userId) });
    setBusy(false);
  };
  const said = {
    in: t('participation.already_in'),
    invited: t('participation.already_invited'),
    full: t('user.invite_full'),
  };
  return (
    <li>
      <div>
        <p className={styles.name} lang={LANGUAGE_TAGS[language]}>
          {title}
        </p>
        <p className="small soft">
          <ModeLabel mode={mode} />
        </p>
      </div>
      {standing === 'free' ? (
        <Button small busy={isBusy} onClick={() => void invite()}>
          {t('participation.invite')}
          <span className="hide">: {title}</span>
        </Button>
      ) : (
        <span className="small soft">{said[standing]}</span>
      )}
    </li>
  );
}

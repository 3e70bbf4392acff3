import { useState } from 'react';
import { lengthOf } from '#core/text.ts';
import type { Byline } from '#features/accounts/contract.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { participationApi } from '../contract.ts';
import { keyword, note } from '../model/participation-fields.ts';
import { REQUEST_NOTE_MAX } from '../model/participation-limits.ts';
import styles from './invite.module.css';
import { useParticipants, useRequests } from './use-story-people.ts';

const RULES = { keyword, note };

/** Finds members by name or profile URL and invites them, with an optional note that is the same for all. */
export function InviteSearch({ storyId }: { storyId: string }) {
  const t = useT('participation', 'errors');
  const [keyword, setKeyword] = useState('');
  const [note, setNote] = useState('');
  const [found, setFound] = useState<readonly Byline[] | null>(null);
  const { fields, isBusy, submit } = useApiForm({
    rules: RULES,
    values: { keyword, note },
    send: async (sent) => setFound(await call(participationApi.searchUser, { keyword: sent.keyword })),
    failsIn: 'toast',
  });
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            {...fields.of('keyword')}
            label={t('participation.search')}
            type="search"
            autoComplete="off"
            value={keyword}
            onChange={({ target }) => setKeyword(target.value)}
          />
          <Button type="submit" busy={isBusy}>
            {t('common.search')}
          </Button>
        </div>
        {found && found.length > 0 && (
          <TextArea
            {...fields.of('note')}
            label={t('participation.invite_note')}
            count={t('participation.count_of', { count: lengthOf(note.trim()), max: REQUEST_NOTE_MAX })}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </form>
      <div role="status">
        {found?.length === 0 && (
          <Empty title={t('participation.none_found')}>
            <p className="soft">{t('participation.none_found_text')}</p>
          </Empty>
        )}
        {found && found.length > 0 && (
          <ul className={styles.people} aria-label={t('participation.found', { count: found.length })}>
            {found.map((user) => (
              <Found key={user.id} user={user} storyId={storyId} note={note.trim()} refused={fields.refuse} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface FoundProps {
  user: Byline;
  storyId: string;
  note: string;
  refused: (error: unknown) => boolean;
}

function Found({ user, storyId, note, refused }: FoundProps) {
  const t = useT('participation');
  const { isBusy, act } = useStoryAction(storyId);
  const participants = useParticipants(storyId);
  const requests = useRequests(storyId);
  const isIn = participants.data?.items.some(({ id }) => id === user.id);
  const request = requests.data?.items.find((pending) => pending.user.id === user.id);
  const invite = () =>
    act(() => call(participationApi.invite, { storyId, userId: user.id, ...(note && { note }) }), {
      done: ({ state }) =>
        state === 'accepted'
          ? t('participation.is_in', { name: user.username })
          : t('participation.invited', { name: user.username }),
      refused,
    });
  return (
    <li>
      <Avatar name={user.username} src={user.avatar} />
      <span className={styles.name}>
        {user.username}
        <span className="small">/user/{user.slug}</span>
      </span>
      {isIn ? (
        <span className="small soft">{t('participation.already_in')}</span>
      ) : request?.kind === 'invitation' ? (
        <span className="small soft">{t('participation.already_invited')}</span>
      ) : (
        <Button
          small
          busy={isBusy}
          aria-label={t('participation.invite_named', { name: user.username })}
          onClick={() => void invite()}
        >
          {t('participation.invite')}
        </Button>
      )}
    </li>
  );
}

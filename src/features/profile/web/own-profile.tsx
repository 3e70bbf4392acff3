import { Suspense, useState } from 'react';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { EDIT_HASH } from './edit-address.ts';
import { EditProfile } from './edit-profile.tsx';
import { NameOffer } from './name-offer.tsx';
import { OwnTabs } from './own-tabs.tsx';
import styles from './person.module.css';
import { useLanding } from './use-landing.ts';

/** The member’s own profile (spec §2): their stories, and what other features add. */
export function OwnProfile() {
  return (
    <QueryProvider>
      <Profile />
    </QueryProvider>
  );
}

function Profile() {
  const t = useT('account');
  useLanding();
  const { data: me, error, refetch } = useMe();
  if (error && !me)
    return (
      <div className={styles.personHead}>
        <h1 className="hide">{t('account.title')}</h1>
        <LoadFailure sentence={t('account.me_failed')} onRetry={() => void refetch()} />
      </div>
    );
  if (!me) return <Spinner />;
  return (
    <>
      <Head me={me} />
      <OwnTabs me={me} />
      <RoomSlot name="profile.sections" me={me} />
    </>
  );
}

function Head({ me }: { me: Me }) {
  const t = useT('account', 'profile');
  const [isEditing, setEditing] = useState(() => location.hash === EDIT_HASH);
  const address = to.user({ userSlug: me.slug });
  return (
    <header className={styles.personHead}>
      <span className={styles.face}>
        <Avatar name={me.username} src={me.avatar} />
      </span>
      <div className={styles.names}>
        <h1>{me.username}</h1>
        <Meta>
          <Link to={address}>
            {location.host}
            {address}
          </Link>
          <span>
            {t('user.joined')} <Time at={me.joinedAt} kind="long" />
          </span>
        </Meta>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => setEditing(true)}>{t('account.edit_profile')}</Button>
        <ButtonLink kind="bare" to={address}>
          {t('account.as_others')}
        </ButtonLink>
      </div>
      {me.bio && <p className={styles.lead}>{me.bio}</p>}
      <NameOffer me={me} onChoose={() => setEditing(true)} />
      <Suspense>{isEditing && <EditProfile me={me} onClose={() => setEditing(false)} />}</Suspense>
    </header>
  );
}

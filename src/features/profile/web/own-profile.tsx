import { lazy, Suspense, useState } from 'react';
import type { Me } from '#features/accounts/contract.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { OwnSubmissions } from '#features/contest/web/own-submissions.tsx';
import { OwnReviewing } from '#features/translation/web/own-reviewing.tsx';
import { OwnTranslations } from '#features/translation/web/own-translations.tsx';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { AccountSettings } from './account-settings.tsx';
import { OwnChapters } from './own-chapters.tsx';
import { OwnStories } from './own-stories.tsx';
import styles from './person.module.css';

const EditProfile = lazy(() => import('./edit-profile.tsx').then((m) => ({ default: m.EditProfile })));

/** A member's own place (spec §2): what they began with the next thing to do, unpublished chapters, what they entered, translate and review, the account. */
export function OwnProfile() {
  return (
    <QueryProvider>
      <Profile />
    </QueryProvider>
  );
}

function Profile() {
  const t = useT('account');
  const { data: me, isError, refetch } = useMe();
  if (isError && !me)
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
      <OwnStories />
      <OwnChapters />
      <OwnSubmissions />
      <OwnTranslations />
      <OwnReviewing />
      <AccountSettings me={me} />
    </>
  );
}

function Head({ me }: { me: Me }) {
  const t = useT('account', 'profile');
  const [isEditing, setEditing] = useState(false);
  const address = `/user/${me.slug}`;
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
      <div className={styles.acts}>
        <Button onClick={() => setEditing(true)}>{t('account.edit_profile')}</Button>
        <ButtonLink kind="bare" to={address}>
          {t('account.as_others')}
        </ButtonLink>
      </div>
      {me.bio && <p className={styles.lead}>{me.bio}</p>}
      <Suspense>{isEditing && <EditProfile me={me} onClose={() => setEditing(false)} />}</Suspense>
    </header>
  );
}

import type { PublicUser } from '#features/accounts/contract.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { StoryRows } from '#features/stories/web/story-list.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import styles from './person.module.css';

interface Props {
  user: PublicUser;
  stories: readonly StoryCard[];
  next: string | null;
}

/** A member as everyone sees them (spec §2); a suspended one shows no name. */
export function UserPage({ user, stories, next }: Props) {
  const t = useT('profile');
  if (user.username === null) return <SuspendedUser />;
  return (
    <>
      <header className={styles.personHead}>
        <span className={styles.face}>
          <Avatar name={user.username} src={user.avatar} />
        </span>
        <div className={styles.names}>
          <h1>{user.username}</h1>
          <Meta>
            {user.joinedAt && (
              <span>
                {t('user.joined')} <Time at={user.joinedAt} kind="long" />
              </span>
            )}
            {user.lastActiveOn && (
              <span>
                {t('user.last_active')} <Time at={`${user.lastActiveOn}T12:00:00Z`} kind="long" />
              </span>
            )}
          </Meta>
        </div>
        {user.bio && <p className={styles.lead}>{user.bio}</p>}
      </header>
      <Section title={t('user.stories')}>
        {stories.length === 0 ? (
          <Empty title={t('user.no_stories')} />
        ) : (
          <div>
            <StoryRows stories={stories} columns when="continuedAt" />
            {next && (
              <p>
                <Link to={`/user/${user.slug}?from=${next}`}>{t('common.view_more')}</Link>
              </p>
            )}
          </div>
        )}
      </Section>
    </>
  );
}

function SuspendedUser() {
  const t = useT('profile');
  return (
    <div className={styles.lost}>
      <h1>{t('user.suspended_title')}</h1>
      <p>{t('user.suspended_text')}</p>
      <div className={styles.acts}>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}

/** Nobody has this address. */
export function UserMissing({ slug }: { slug: string }) {
  const t = useT('profile');
  return (
    <div className={styles.lost}>
      <title>{t('user.not_found')}</title>
      <svg viewBox="0 0 320 64" aria-hidden="true">
        <path d="M0 32h92" />
        <circle cx="98" cy="32" r="6" />
        <path d="M112 32h205" strokeDasharray=".1 9" />
      </svg>
      <h1>{t('user.not_found')}</h1>
      <p>{t('user.not_found_text', { address: `/user/${slug}` })}</p>
      <div className={styles.acts}>
        <ButtonLink kind="primary" to={`/search_result?q=${encodeURIComponent(slug)}`}>
          {t('user.search_name')}
        </ButtonLink>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}

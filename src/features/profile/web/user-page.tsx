import type { Page } from '#core/endpoint.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { PublicUser } from '#features/accounts/contract.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { StoryRows } from '#features/stories/web/story-list.tsx';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import type { UserTranslation, UserWork } from '../contract.ts';
import type { UserPart } from '../model/profile-lists.ts';
import { CountedTabs } from './counted-tabs.tsx';
import styles from './person.module.css';
import { UserTranslations } from './user-translations.tsx';

/** What the profile of a member shows who is neither suspended nor banned. */
export interface ShownWork {
  work: UserWork;
  /** Which of the two lists of stories is shown. */
  part: UserPart;
  stories: Page<StoryCard>;
  translations: Page<UserTranslation>;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    /** `name` is the member’s username. */
    'invite-to-story': { userId: string; name: string };
  }
}

/** What the slots of a member’s public profile know. */
interface UserSlotProps {
  user: { id: string; slug: string; username: string };
}

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** The main actions: invite. Loads no data. */
    'user.actions': UserSlotProps;
    /** Below the texts about the member: to report them, and for moderators to suspend them. Loads no data. */
    'user.care': UserSlotProps;
  }
}

interface Props {
  user: PublicUser;
  /** Null for a suspended or banned member. */
  shown: ShownWork | null;
}

/** The public profile of a member (spec §2). A suspended member’s name isn’t shown. */
export function UserPage({ user, shown }: Props) {
  const t = useT('profile');
  if (user.username === null || !shown) return <SuspendedUser until={user.suspendedUntil} />;
  const { work } = shown;
  const { id, slug, username } = user;
  const slot = { user: { id, slug, username } };
  return (
    <>
      <header className={styles.personHead}>
        <span className={styles.face}>
          <Avatar name={user.username} src={user.avatar} />
        </span>
        <div className={styles.names}>
          <h1>{user.username}</h1>
          <Meta>
            {user.isModerator && <Badge>{t('user.moderator')}</Badge>}
            {work.writesIn.length > 0 && <InLanguages id="user.writes_in" languages={work.writesIn} />}
            {work.reviews.length > 0 && <InLanguages id="user.reviews" languages={work.reviews} />}
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
        <div className={styles.actions}>
          <Slot name="invite-to-story" props={{ userId: id, name: username }} />
          <PageSlot name="user.actions" {...slot} />
        </div>
        {user.bio && <p className={styles.lead}>{user.bio}</p>}
        <div className={styles.care}>
          <PageSlot name="user.care" {...slot} />
        </div>
      </header>
      <Stories slug={user.slug} {...shown} />
      <UserTranslations slug={user.slug} {...shown.translations} />
    </>
  );
}

/** The names of the languages are in the language of the page, because they are part of a sentence. */
function InLanguages({ id, languages }: { id: 'user.writes_in' | 'user.reviews'; languages: readonly Language[] }) {
  const nameOf = useLanguageName();
  const page = LANGUAGE_TAGS[useLanguage()];
  const names = new Intl.ListFormat(page).format(languages.map(nameOf));
  return (
    <span>
      <Sentence id={id} wraps={{ names: () => names }} parts={['profile']} />
    </span>
  );
}

function Stories({ slug, work, part, stories }: { slug: string } & Omit<ShownWork, 'translations'>) {
  const t = useT('profile', 'discovery');
  const toPart = (shown: typeof part, from?: string) =>
    to.user({ userSlug: slug }, { tab: shown === 'written' ? shown : null, from });
  return (
    <Section
      title={t('user.stories')}
      tabs={
        <CountedTabs
          label={t('user.which')}
          tabs={[
            { name: t('user.begun'), to: toPart('begun'), count: work.begun, isCurrent: part === 'begun' },
            { name: t('user.written'), to: toPart('written'), count: work.writtenIn, isCurrent: part === 'written' },
          ]}
        />
      }
    >
      {stories.items.length === 0 ? (
        <Empty title={part === 'begun' ? t('user.no_stories') : t('user.no_written')}>
          <ButtonLink to={to.search()}>{t('search.without_filters')}</ButtonLink>
        </Empty>
      ) : (
        <div>
          <StoryRows stories={stories.items} columns when="continuedAt" />
          {stories.next && (
            <p>
              <Link to={toPart(part, stories.next)}>{t('common.view_more')}</Link>
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

/** A suspended member, or a banned one, who has no date. */
function SuspendedUser({ until }: { until: string | null }) {
  const t = useT('profile');
  return (
    <div className={styles.lost}>
      <h1>{t(until ? 'user.suspended_title' : 'user.banned_title')}</h1>
      {until && (
        <p className="soft">
          <Sentence
            id="user.suspended_until"
            wraps={{ day: () => <Time at={until} kind="long" /> }}
            parts={['profile']}
          />
        </p>
      )}
      <p>{t(until ? 'user.suspended_text' : 'user.banned_text')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}

/** Shown if no member has this slug. */
export function UserMissing({ userSlug: slug }: { userSlug: string }) {
  const t = useT('profile');
  return (
    <div className={styles.lost}>
      <svg viewBox="0 0 320 64" aria-hidden="true">
        <path d="M0 32h92" />
        <circle cx="98" cy="32" r="6" />
        <path d="M112 32h205" strokeDasharray=".1 9" />
      </svg>
      <h1>{t('user.not_found')}</h1>
      {/* Decoded for display. */}
      <p>{t('user.not_found_text', { address: decodeURIComponent(to.user({ userSlug: slug })) })}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" to={to.search({ q: slug })}>
          {t('user.search_name')}
        </ButtonLink>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </div>
  );
}

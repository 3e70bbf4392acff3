import { to } from '#core/pages.ts';
import type { Home } from '#features/discovery/contract.ts';
import { Shelf, StoryRows, UpdateList } from '#features/stories/web/story-list.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Section } from '#web/ui/section.tsx';
import tabs from '#web/ui/tabs.module.css';
import styles from './home.module.css';
import { InMyLanguages } from './in-my-languages.tsx';
import { Intro } from './intro.tsx';
import { NoStories } from './no-stories.tsx';
import { usePlacesFact, useStandingFact } from './standing.ts';
import { LookingForWriters } from './waiting.tsx';

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** Above the lists of stories. */
    'home.top': object;
  }
}

/** The home page: popular, updated and new stories. */
export function HomePage({ home }: { home: Home }) {
  const t = useT('discovery');
  const standing = useStandingFact(home.standings);
  const places = usePlacesFact(home.standings);
  if (home.newest.length === 0) return <EmptyHome />;
  return (
    <>
      <h1 className="hide">{t('home.title')}</h1>
      <Intro hasWaiting={home.waiting.length > 0} />
      <PageSlot name="home.top" />
      <InMyLanguages home={home} />
      <LookingForWriters home={home} />
      <Section
        title={t('home.popular')}
        tabs={<PopularTabs />}
        viewMore={to.search({ sort: 'recent_popular' })}
        className={styles.popular}
      >
        <div>
          <Shelf stories={home.trending} className={styles.trending} fact={standing} />
          <Shelf stories={home.classic} className={styles.classic} fact={standing} />
        </div>
      </Section>
      <Section title={t('home.updated')} viewMore={to.search({ sort: 'latest_updated' })}>
        <UpdateList stories={home.updated} />
      </Section>
      <Section title={t('home.newest')} viewMore={to.search({ sort: 'latest_created' })}>
        <StoryRows stories={home.newest} columns fact={places} />
      </Section>
    </>
  );
}

/** Two radio buttons that look like tabs. They work without JavaScript. */
function PopularTabs() {
  const t = useT('discovery');
  return (
    <div className={tabs.tabs} role="radiogroup" aria-label={t('home.popular')}>
      <label className={`${tabs.tab} ${styles.tab}`}>
        <input type="radio" name="popular" id="popular-trending" defaultChecked />
        {t('home.trending')}
      </label>
      <label className={`${tabs.tab} ${styles.tab}`}>
        <input type="radio" name="popular" id="popular-classic" />
        {t('home.classic')}
      </label>
    </div>
  );
}

function EmptyHome() {
  const t = useT('discovery');
  return (
    <>
      <h1 className="hide">{t('home.title')}</h1>
      <Intro hasWaiting={false} />
      <NoStories />
    </>
  );
}

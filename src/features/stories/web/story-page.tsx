import { Rss } from 'lucide';
import type { ReactNode } from 'react';
import { lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { Sentence, useFind, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { PageSlot } from '#web/page/page-slot.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import tabs from '#web/ui/tabs.module.css';
import { Time } from '#web/ui/time.tsx';
import { ModeLabel, useModeColor } from './mode.tsx';
import { ModeFacts } from './mode-facts.tsx';
import { useModes } from './modes.ts';
import styles from './story-page.module.css';

/** What the slots of a story’s page know. */
interface StorySlotProps {
  story: StoryView & Titled;
  /** True if several people can write the story. */
  isShared: boolean;
}

interface StoryActionProps extends StorySlotProps {
  /** False if the page has links for writing elsewhere. */
  withWriting: boolean;
  /** False if the page has the join button elsewhere. */
  withJoining: boolean;
}

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** The main actions: join, write, edit. */
    'story.actions': StoryActionProps;
    /** Below the actions: open invitations or applications, or why there are no more actions. */
    'story.notes': StorySlotProps;
    /** Among the facts about the story, as `Fact`: its rules. Loads no data. */
    'story.facts': Pick<StorySlotProps, 'story' | 'isShared'>;
  }
}

interface Props extends Omit<StoryActionProps, 'isShared'> {
  order: 'first' | 'newest';
  /** The languages that it can be read in. */
  languages?: ReactNode;
  /** Notice that it is shown in another language than requested. */
  notice?: ReactNode;
  /** The first of the main actions: read. */
  readOn: ReactNode;
  /** The reader’s progress. */
  reading: ReactNode;
  /** The current turn, instead of the reader’s progress. */
  turn?: ReactNode;
  /** Above the chapters, instead of their count and order. */
  bar?: ReactNode;
  /** The chapters, and a link to more. */
  chapters: ReactNode;
  /** What is still to be written. */
  ends?: ReactNode;
  /** The writers. */
  participants?: ReactNode;
  /** The translators. */
  translators?: ReactNode;
  /** The link for reporting the story. */
  care?: ReactNode;
}

/** A story with its chapters (spec §2). Other features fill its slots. */
export function StoryPage({ story, order, languages, notice, readOn, reading, turn, bar, ...others }: Props) {
  const { chapters, ends, participants, translators, care, withWriting, withJoining } = others;
  const t = useT('stories');
  const nameOf = useLanguageName();
  const find = useFind();
  const color = useModeColor();
  const { isShared } = useModes()[story.mode];
  const tag = titleTag(story, story);
  const address = to.story({ storyId: story.id });
  return (
    <article className={classNames(styles.story, color(story.mode))}>
      <header className={styles.storyTop}>
        <Cover src={story.coverUrl} eager className={styles.cover} />
        <div className={styles.names}>
          <Meta>
            <ModeLabel mode={story.mode} />
            {story.categories.map((category, i) => (
              <Link key={category} to={to.search({ category })}>
                {story.categoryNames[i]}
              </Link>
            ))}
            <span>{find(`progress.${story.progress}`)}</span>
          </Meta>
          <h1 lang={tag}>{withSoftHyphens(story.title)}</h1>
          <Begun story={story} />
          {languages}
        </div>
      </header>
      <div className={styles.storyTale}>
        {notice}
        <p className={styles.lead} lang={tag}>
          {story.description}
        </p>
        <div className={styles.actions}>
          {readOn}
          <PageSlot name="story.actions" {...{ story, isShared, withWriting, withJoining }} />
        </div>
        <PageSlot name="story.notes" {...{ story, isShared }} />
      </div>
      <section className={styles.storyTurn}>{turn ?? reading}</section>
      <section className={styles.storyThread} id="chapters">
        <div className={styles.bar}>{bar ?? <ChaptersBar story={story} order={order} />}</div>
        {chapters}
      </section>
      <aside className={styles.side}>
        {ends}
        {participants}
        {translators}
        <section>
          <h2>{t('story.about')}</h2>
          <dl className={styles.facts}>
            <dt>{t('story.written_in')}</dt>
            <dd>{nameOf(story.language)}</dd>
            <dt>{t('story.length')}</dt>
            <dd>{t('common.units', { count: story.unitCount, unit: lengthUnit(story.language) })}</dd>
            <ModeFacts story={story} place="first" />
            <PageSlot name="story.facts" {...{ story, isShared }} />
            <ModeFacts story={story} place="last" />
            <dt>{t('story.chapter_length')}</dt>
            <dd>
              {t('story.units_range', { min: story.minUnits, max: story.maxUnits, unit: lengthUnit(story.language) })}
            </dd>
            <dt>{t('story.begun')}</dt>
            <dd>
              <Time at={story.publishedAt} kind="long" />
            </dd>
            <dt>{t('story.feed')}</dt>
            <dd>
              <a className="quiet" href={`${address}/feed.xml`}>
                <Icon of={Rss} />
                <span className="hide">{t('story.feed_link')}</span>
              </a>
            </dd>
          </dl>
          {care}
        </section>
      </aside>
    </article>
  );
}

/** The number of chapters, and a link to change their order. */
function ChaptersBar({ story, order }: Pick<Props, 'story' | 'order'>) {
  const t = useT('stories');
  const address = to.story({ storyId: story.id });
  return (
    <>
      <h2>
        {t(story.progress === 'ended' ? 'common.chapters' : 'story.chapters_so_far', { count: story.chapterCount })}
      </h2>
      {story.chapterCount > 1 && (
        <div className={tabs.tabs}>
          <Link to={`${address}#chapters`} aria-current={order === 'first' ? 'true' : undefined}>
            {t('story.from_the_start')}
          </Link>
          <Link to={`${address}?order=newest#chapters`} aria-current={order === 'newest' ? 'true' : undefined}>
            {t('story.newest_first')}
          </Link>
        </div>
      )}
    </>
  );
}

/** The creator, and the number of other writers. */
function Begun({ story: { mode, creator, participantCount } }: { story: StoryView }) {
  const { isShared } = useModes()[mode];
  const who = <MemberLink slug={creator.slug}>{creator.username}</MemberLink>;
  const others = participantCount - 1;
  return (
    <p className="soft">
      {isShared && others > 0 ? (
        <Sentence id="story.begun_together" params={{ count: others }} wraps={{ who: () => who }} parts={['stories']} />
      ) : (
        <Sentence id="story.begun_by" wraps={{ who: () => who }} parts={['stories']} />
      )}
    </p>
  );
}

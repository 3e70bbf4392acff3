import { Rss } from 'lucide';
import type { ReactNode } from 'react';
import { type Language, lengthUnit } from '#core/languages.ts';
import { FEED, to } from '#core/pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { Sentence, useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { moment } from '#web/motion/moment.ts';
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
  /** The requested language of the texts. */
  asked: Language;
}

interface StoryActionProps extends StorySlotProps {
  /** False if the page has links for writing elsewhere. */
  withWriting: boolean;
  /** False if the page has the join button elsewhere. */
  withJoining: boolean;
}

/** The slots of a story’s page whose features can load data. */
export const STORY_SLOTS = [
  'story.head',
  'story.notice',
  'story.notes',
  'story.below',
  'story.side',
  'story.care',
] as const;

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** Below the title and the creator: the languages that it can be read in. */
    'story.head': StorySlotProps;
    /** Above the description: notices about the whole page. */
    'story.notice': StorySlotProps;
    /** The main actions: join, write, edit. Loads no data. */
    'story.actions': StoryActionProps;
    /** Below the actions: open invitations or applications, or why there are no more actions. */
    'story.notes': StorySlotProps;
    /** Among the facts about the story, as `Fact`: its rules. Loads no data. */
    'story.facts': Pick<StorySlotProps, 'story' | 'isShared'>;
    /** Below the chapters. */
    'story.below': StorySlotProps;
    /** Beside the chapters, above the facts: who writes and translates the story. */
    'story.side': StorySlotProps;
    /** Below the facts: to report the story, and for moderators to hide it. */
    'story.care': StorySlotProps;
  }
}

interface Props
  extends Omit<StoryActionProps, 'isShared' | 'withJoining'>,
    Partial<Pick<StoryActionProps, 'withJoining'>> {
  order: 'first' | 'newest';
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
}

/** A story with its chapters (spec §2). Other features fill its slots. */
export function StoryPage({ story, asked, order, readOn, reading, turn, bar, ...others }: Props) {
  const { chapters, ends, withWriting, withJoining = true } = others;
  const t = useT('stories');
  const language = useLanguage();
  const nameOf = useLanguageName();
  const find = useFind();
  const color = useModeColor();
  const { isShared } = useModes()[story.mode];
  const slot = { story, isShared, asked };
  const tag = titleTag(story, story);
  const address = to.story({ storyId: story.id });
  return (
    <article className={classNames(styles.story, color(story.mode))}>
      <header className={styles.storyTop}>
        <Cover src={story.coverUrl} eager className={styles.cover} {...moment('cover', story.id, story.chapterCount)} />
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
          <PageSlot name="story.head" {...slot} />
        </div>
      </header>
      <div className={styles.storyTale}>
        <PageSlot name="story.notice" {...slot} />
        <p className={styles.lead} lang={tag}>
          {story.description}
        </p>
        <div className={styles.actions}>
          {readOn}
          <PageSlot name="story.actions" {...slot} {...{ withWriting, withJoining }} />
        </div>
        <PageSlot name="story.notes" {...slot} />
      </div>
      <section className={styles.storyTurn}>{turn ?? reading}</section>
      <section className={styles.storyThread} id="chapters">
        <div className={styles.bar}>{bar ?? <ChaptersBar story={story} order={order} />}</div>
        {chapters}
        <PageSlot name="story.below" {...slot} />
      </section>
      <aside className={styles.side}>
        {ends}
        <PageSlot name="story.side" {...slot} />
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
              <a className="quiet" href={`${address}${FEED}?t=${language}`}>
                <Icon of={Rss} />
                <span className="hide">{t('story.feed_link')}</span>
              </a>
            </dd>
          </dl>
          <PageSlot name="story.care" {...slot} />
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

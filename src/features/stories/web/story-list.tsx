import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Time } from '#web/ui/time.tsx';
import { LanguageMark } from './language-mark.tsx';
import { ModeLabel, ModeMark, useModeName } from './mode.tsx';
import { useModes } from './modes.ts';
import styles from './story-list.module.css';

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** The last facts of a story in a list. Loads no data: what it shows is in the story. */
    'card.labels': { story: StoryCard };
  }
}

/** A story in a list. `readIn` is the language that the list is for, if it isn’t that of the page. */
type ListedStory = StoryCard & { readonly readIn?: Language };

interface ListProps {
  stories: readonly ListedStory[];
  className?: string | undefined;
  /** Describes what is happening in a story, in place of the number of its chapters. */
  fact?: ((story: StoryCard) => string | null) | undefined;
}

function StoryName({ story }: { story: ListedStory }) {
  const language = useLanguage();
  const isOther = story.readIn !== undefined && story.readIn !== language;
  return (
    <p className={styles.name} lang={LANGUAGE_TAGS[story.titleLanguage]}>
      <Link className="quiet" to={to.story({ storyId: story.id }, { lang: isOther ? story.readIn : null })}>
        {withSoftHyphens(story.title)}
      </Link>
    </p>
  );
}

function Creator({ story }: { story: StoryCard }) {
  return <MemberLink slug={story.creator.slug}>{story.creator.username}</MemberLink>;
}

/** The author of the latest chapter, or the creator if there is none. */
function LastAuthor({ story }: { story: StoryCard }) {
  const { username, slug } = story.latest?.author ?? story.creator;
  return <MemberLink slug={slug}>{username}</MemberLink>;
}

/** Covers side by side: one scrolling row on phones, several rows on wide screens. */
export function Shelf({ stories, className, fact, eager = 0 }: ListProps & { eager?: number }) {
  const t = useT();
  return (
    <ul className={classNames(styles.shelf, className)}>
      {stories.map((story, i) => (
        <li key={story.id} className={styles.tome}>
          <Cover src={story.coverUrl} eager={i < eager} className={styles.cover} />
          <LanguageMark language={story.readIn ?? story.titleLanguage} className={styles.language} />
          <StoryName story={story} />
          <Meta>
            <ModeLabel mode={story.mode} />
            <span>{fact?.(story) ?? t('common.chapters_short', { count: story.chapterCount })}</span>
            <PageSlot name="card.labels" story={story} />
          </Meta>
        </li>
      ))}
    </ul>
  );
}

/** The latest chapter of each story, one line each, without covers. */
export function UpdateList({ stories }: ListProps) {
  const t = useT();
  const modeName = useModeName();
  const modes = useModes();
  return (
    <ul className={classNames(styles.rows, styles.two)}>
      {stories.map((story) => (
        <li key={story.id} className={classNames(styles.row, styles.slim)}>
          <ModeMark mode={story.mode} />
          <div>
            <span className="hide">{modeName(story.mode)}: </span>
            <StoryName story={story} />
            {story.latest && (
              <p className={styles.latest} lang={LANGUAGE_TAGS[story.latest.titleLanguage]}>
                {/* In a tree the number is the depth of a chapter, not a count. */}
                {modes[story.mode].shape === 'tree'
                  ? story.latest.title
                  : t('common.numbered_title', { number: story.latest.number, title: story.latest.title })}
              </p>
            )}
            <Meta>
              <LastAuthor story={story} />
              <LanguageMark language={story.titleLanguage} />
              <PageSlot name="card.labels" story={story} />
            </Meta>
          </div>
          <Time at={story.continuedAt} kind="relative" className={styles.when} />
        </li>
      ))}
    </ul>
  );
}

/** Stories with cover and description. */
export function StoryRows({
  stories,
  columns = false,
  when = 'listedAt',
  fact,
}: ListProps & { columns?: boolean; when?: 'listedAt' | 'continuedAt' }) {
  const t = useT();
  return (
    <ul className={classNames(styles.rows, columns && styles.two)}>
      {stories.map((story) => (
        <li key={story.id} className={styles.row}>
          <Cover src={story.coverUrl} className={styles.cover} />
          <div>
            <StoryName story={story} />
            <p className={styles.tale} lang={LANGUAGE_TAGS[story.titleLanguage]}>
              {story.description}
            </p>
            <Meta>
              <ModeLabel mode={story.mode} />
              <Creator story={story} />
              <span>{fact?.(story) ?? t('common.chapters', { count: story.chapterCount })}</span>
              <LanguageMark language={story.titleLanguage} />
              <PageSlot name="card.labels" story={story} />
            </Meta>
          </div>
          <Time at={story[when]} kind="relative" className={styles.when} />
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { ChapterHead } from './chapter-head.ts';
import { Go } from './go.tsx';
import styles from './reader.module.css';

/** The large link at the end of a chapter: to the next one, with its first words. */
export function NextChapter({ chapter: { story, next } }: { chapter: ChapterHead }) {
  const t = useT('reader');
  if (!next) return null;
  const tag = titleTag(next, story);
  return (
    <Link
      className={`${styles.nextChapter} no-print`}
      to={to.chapter({ storyId: story.id, chapterId: next.id })}
      rel="next"
    >
      <span className="small">{t('reader.next')}</span>
      <span className={styles.name} lang={tag}>
        {t('common.numbered_title', next)}
      </span>
      {next.opening && (
        <span className={styles.opening} lang={tag}>
          {next.opening}
        </span>
      )}
    </Link>
  );
}

/**
 * Links from a chapter to the previous one and to the story. Hidden chapters are skipped. `children` are the links that
 * come first, and `inPairs` shows two beside each other.
 */
export function Onwards({
  chapter: { story, previous },
  inPairs = false,
  children,
}: {
  chapter: ChapterHead;
  inPairs?: boolean;
  children?: ReactNode;
}) {
  const t = useT('reader');
  return (
    <nav
      className={classNames(styles.readerNext, inPairs && styles.pairs, 'no-print')}
      aria-label={t('reader.chapters')}
    >
      {children}
      {previous && (
        <Go
          to={to.chapter({ storyId: story.id, chapterId: previous.id })}
          rel="prev"
          label={t('reader.previous')}
          lang={titleTag(previous, story)}
        >
          {t('common.numbered_title', previous)}
        </Go>
      )}
      <Go to={to.story({ storyId: story.id })} label={t('reader.to_story')} lang={titleTag(story, story)}>
        {story.title}
      </Go>
    </nav>
  );
}

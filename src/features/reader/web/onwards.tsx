import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { ChapterHead } from './chapter-head.ts';
import { Go } from './go.tsx';
import styles from './reader.module.css';

interface NeighborProps {
  story: ChapterHead['story'];
  chapter: NonNullable<ChapterHead['next']>;
  rel: 'next' | 'prev';
}

/** A link from a chapter to the next or the previous one. */
export function Neighbor({ story, chapter, rel }: NeighborProps) {
  const t = useT('reader');
  return (
    <Go
      to={to.chapter({ storyId: story.id, chapterId: chapter.id })}
      rel={rel}
      label={rel === 'next' ? t('reader.next') : t('reader.previous')}
      lang={titleTag(chapter, story)}
    >
      {t('common.numbered_title', chapter)}
    </Go>
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
  children: ReactNode;
}) {
  const t = useT('reader');
  return (
    <nav
      className={classNames(styles.readerNext, inPairs && styles.pairs, 'no-print')}
      aria-label={t('reader.chapters')}
    >
      {children}
      {previous && <Neighbor {...{ story, chapter: previous, rel: 'prev' }} />}
      <Go to={to.story({ storyId: story.id })} label={t('reader.to_story')} lang={titleTag(story, story)}>
        {story.title}
      </Go>
    </nav>
  );
}

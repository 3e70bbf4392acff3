import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import type { ChapterEntry } from '#features/chapters/contract.ts';
import { type BesideChapter, ChapterThread, PendingChapterRow } from '#features/chapters/web/chapter-thread.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { useModes } from '#features/stories/web/modes.ts';
import styles from '#features/stories/web/story-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ReadingPanel, type ReadStory } from './reading-panel.tsx';

export interface ReadOnProps {
  storyId: string;
  /** `plain` if the page has another primary action. */
  kind: 'primary' | 'plain';
  /** Id and number of the readable chapters of this page, in order. */
  chapters: readonly (readonly [string, number])[];
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    reading: { story: ReadStory };
    'read-on': ReadOnProps;
    'chapter-marks': { storyId: string };
  }
}

/** How much of the story the reader has read. */
export function Reading({ story: { id, language, chapterCount, unitCount } }: { story: StoryView }) {
  const story = { id, language, chapterCount, unitCount };
  return (
    <Slot name="reading" props={{ story }}>
      <ReadingPanel story={story} readCount={0} />
    </Slot>
  );
}

/** “Start reading”. For readers who have started, “Continue with chapter 27”. */
export function ReadOnButton({
  storyId,
  first,
  chapters,
  kind = 'primary',
}: Pick<ReadOnProps, 'storyId'> &
  Partial<Pick<ReadOnProps, 'kind'>> & {
    first: ChapterEntry | null;
    chapters: readonly ChapterEntry[];
  }) {
  const t = useT('stories');
  if (!first) return null;
  const readable = chapters.filter(({ status }) => status === 'approved').toSorted((a, b) => a.number - b.number);
  return (
    <Slot name="read-on" props={{ storyId, kind, chapters: readable.map(({ id, number }) => [id, number]) }}>
      <ButtonLink kind={kind} to={to.chapter({ storyId, chapterId: first.id })}>
        {t('story.start')}
      </ButtonLink>
    </Slot>
  );
}

interface ChaptersProps {
  story: StoryView;
  order: 'first' | 'newest';
  chapters: readonly ChapterEntry[];
  /** Cursor of the next page of the list. */
  next: string | null;
  /** The participants’ numbers by member, if there are several writers. */
  participantNumbers?: ReadonlyMap<string, number> | undefined;
  /** What is shown beside a chapter, by its id. */
  beside?: ReadonlyMap<string, BesideChapter> | undefined;
  /** Shown after the last chapter, instead of the default text that the next one isn’t written yet. */
  end?: ReactNode;
}

/** The list of chapters with the reader’s marks, and a link to more of them. */
export function StoryChapters({ story, order, chapters, next, participantNumbers, beside, end }: ChaptersProps) {
  const t = useT('stories');
  const { isShared } = useModes()[story.mode];
  if (chapters.length === 0) return <p className="soft">{t('story.no_chapters')}</p>;
  const isEnd = order === 'first' && next === null && story.progress === 'ongoing';
  const last = chapters.at(-1);
  return (
    <>
      <ChapterThread
        storyId={story.id}
        language={story.language}
        chapters={chapters}
        end={
          isEnd &&
          last &&
          (end ?? <PendingChapterRow name={t('story.not_written', { number: last.number + 1 })} isSoft />)
        }
        showAuthors={isShared}
        participantNumbers={participantNumbers}
        beside={beside}
      />
      <Slot name="chapter-marks" props={{ storyId: story.id }} />
      {next && (
        <p className={styles.pages}>
          <Link
            to={`${to.story({ storyId: story.id }, { order: order === 'newest' ? order : null, from: next })}#chapters`}
          >
            {t('story.more_chapters')}
          </Link>
        </p>
      )}
    </>
  );
}

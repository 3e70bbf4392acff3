import type { ReactNode } from 'react';
import type { ChapterEntry } from '#features/chapters/contract.ts';
import { type BesideChapter, ChapterThread, PendingChapterRow } from '#features/chapters/web/chapter-thread.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { minutesToRead } from '#features/stories/model/reading-time.ts';
import styles from '#features/stories/web/story-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberMarks } from './member-marks.tsx';
import { useStoryReading } from './reading-store.ts';

/** "26 of 40 chapters", and how long the rest takes. */
export function ReadingPanel({ story }: { story: StoryView }) {
  const t = useT('stories');
  const { read } = useStoryReading(story.id);
  const { chapterCount } = story;
  const readCount = Math.min(read.size, chapterCount);
  const minutes = minutesToRead(story.unitCount * (1 - readCount / Math.max(1, chapterCount)), story.language);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (
    <>
      <h2>{t('story.your_reading')}</h2>
      <p className={styles.left}>{t('story.read_of', { read: readCount, count: chapterCount })}</p>
      <progress
        className={styles.spool}
        max={Math.max(1, chapterCount)}
        value={readCount}
        aria-label={t('story.read_of', { read: readCount, count: chapterCount })}
      />
      {readCount < chapterCount && (
        <p className="small soft">
          {hours > 0 ? t('story.time_hours', { hours, minutes: rest }) : t('story.time_minutes', { minutes: rest })}
        </p>
      )}
      <MemberMarks storyId={story.id} />
    </>
  );
}

/** "Start reading", or "Continue with chapter 27". */
export function ReadOnButton({
  story,
  first,
  chapters,
  kind = 'primary',
}: {
  story: StoryView;
  first: ChapterEntry | null;
  chapters: readonly ChapterEntry[];
  /** `plain` where something else comes first. */
  kind?: 'primary' | 'plain';
}) {
  const t = useT('stories');
  const { hereId, read } = useStoryReading(story.id);
  if (!first) return null;
  const ordered = chapters.toSorted((a, b) => a.number - b.number).filter((chapter) => chapter.status === 'approved');
  const at = ordered.findIndex((chapter) => chapter.id === hereId);
  const here = ordered[at] ?? null;
  const target = hereId ? (here && read.has(here.id) ? (ordered[at + 1] ?? here) : here) : first;
  // The chapter may stand on a page of the list that is not shown here.
  const address = target ? `/story/${story.id}/chapter/${target.id}` : `/story/${story.id}/chapter/${hereId}`;
  return (
    <ButtonLink kind={kind} to={address}>
      {!hereId ? t('story.start') : target ? t('story.continue_with', { number: target.number }) : t('story.continue')}
    </ButtonLink>
  );
}

interface ChaptersProps {
  story: StoryView;
  order: 'first' | 'newest';
  chapters: readonly ChapterEntry[];
  /** Cursor of the next part of the list. */
  next: string | null;
  /** The numbers of the participants by member, where several write. */
  participantNumbers?: ReadonlyMap<string, number> | undefined;
  /** What stands beside a chapter, by its id. */
  beside?: ReadonlyMap<string, BesideChapter> | undefined;
  /** What stands beyond the last chapter, where there is more to say than that it is not written yet. */
  end?: ReactNode;
}

/** The chapters along the thread with the reader's own marks, and the way to more of them. */
export function StoryChapters({ story, order, chapters, next, participantNumbers, beside, end }: ChaptersProps) {
  const t = useT('stories');
  const { read, hereId } = useStoryReading(story.id);
  if (chapters.length === 0) return <p className="soft">{t('story.no_chapters')}</p>;
  const isEnd = order === 'first' && next === null && story.progress === 'ongoing';
  const last = chapters.at(-1);
  const query = new URLSearchParams({ ...(order === 'newest' ? { order } : {}), ...(next ? { from: next } : {}) });
  return (
    <>
      <ChapterThread
        storyId={story.id}
        language={story.language}
        chapters={chapters}
        read={read}
        hereId={hereId}
        end={
          isEnd &&
          last &&
          (end ?? <PendingChapterRow name={t('story.not_written', { number: last.number + 1 })} isSoft />)
        }
        showAuthors={story.mode !== 'solo'}
        participantNumbers={participantNumbers}
        beside={beside}
      />
      {next && (
        <p className={styles.pages}>
          <Link to={`/story/${story.id}?${query}#chapters`}>{t('story.more_chapters')}</Link>
        </p>
      )}
    </>
  );
}

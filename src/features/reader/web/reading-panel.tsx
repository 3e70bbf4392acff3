import type { StoryView } from '#features/stories/contract.ts';
import { minutesToRead } from '#features/stories/model/reading-time.ts';
import styles from '#features/stories/web/story-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';

/** The length of a story. */
export type ReadStory = Pick<StoryView, 'id' | 'language' | 'chapterCount' | 'unitCount'>;

/**
 * Shows “26 of 40 chapters”, and how long the rest takes. For readers who haven’t started, the length of the story. The
 * chapters of a tree are never all read, so no time is named for them.
 */
export function ReadingPanel({
  story,
  readCount,
  isTree = false,
}: {
  story: ReadStory;
  readCount: number;
  isTree?: boolean;
}) {
  const t = useT('stories');
  const { chapterCount, unitCount, language } = story;
  const minutes = minutesToRead(unitCount * (1 - readCount / Math.max(1, chapterCount)), language);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const says = t('story.read_of', { read: readCount, count: chapterCount });
  return (
    <>
      <h2>{t(readCount === 0 ? 'story.length' : 'story.your_reading')}</h2>
      <p className={styles.left}>{readCount === 0 ? t('common.chapters', { count: chapterCount }) : says}</p>
      {readCount > 0 && (
        <progress className={styles.spool} max={Math.max(1, chapterCount)} value={readCount} aria-label={says} />
      )}
      {readCount < chapterCount && !isTree && (
        <p className="small soft">
          {hours > 0 ? t('story.time_hours', { hours, minutes: rest }) : t('story.time_minutes', { minutes: rest })}
        </p>
      )}
    </>
  );
}

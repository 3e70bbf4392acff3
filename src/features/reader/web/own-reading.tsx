import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { StaticPart } from '#web/page/static-part.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ReadingPanel, type ReadStory } from './reading-panel.tsx';
import { useStoryReading } from './reading-store.ts';
import type { ReadOnProps } from './story-reading.tsx';

/** How much of the story this reader has read. */
export function OwnReading({ story }: { story: ReadStory }) {
  const { read } = useStoryReading(story.id);
  if (read.size === 0) return <StaticPart />;
  return <ReadingPanel story={story} readCount={Math.min(read.size, story.chapterCount)} />;
}

/** A link to the chapter where this reader left off, or to the next one if they have finished it. */
export function OwnReadOn({ storyId, kind, chapters }: ReadOnProps) {
  const t = useT('stories');
  const { hereId, read } = useStoryReading(storyId);
  if (!hereId) return <StaticPart />;
  const at = chapters.findIndex(([id]) => id === hereId);
  const next = at >= 0 && read.has(hereId) ? chapters[at + 1] : undefined;
  // The chapter may be on a part of the list that this page doesn't show.
  const [id, number] = next ?? chapters[at] ?? [hereId, null];
  return (
    <ButtonLink kind={kind} to={to.chapter({ storyId, chapterId: id })}>
      {number === null ? t('story.continue') : t('story.continue_with', { number })}
    </ButtonLink>
  );
}

import type { StoryTree } from '#features/branch/contract.ts';
import { type ChapterTree, isEnd } from '#features/branch/model/tree.ts';
import { Outline } from '#features/branch/web/outline.tsx';
import { WhereYouAre } from '#features/branch/web/where-you-are.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { MemberMarks } from './member-marks.tsx';
import { useStoryReading } from './reading-store.ts';
import { ReadingPanel } from './story-reading.tsx';

/** The parts of a branching story's page that hang on what was read. */
interface Props {
  story: StoryView;
  /** As much of it as the page lists. */
  tree: ChapterTree;
}
type PeopledProps = Props & Pick<StoryTree, 'authors'>;

/** "Start reading", and later on with the chapter where the reader stopped, or with its choices once it was read. */
export function BranchReadOn({ story, tree }: Props) {
  const t = useT('stories');
  const b = useT('branch');
  const { hereId, read } = useStoryReading(story.id);
  const first = tree.root?.chapter;
  if (!first) return null;
  const here = hereId === null ? null : tree.byId.get(hereId);
  const atEnd = hereId !== null && read.has(hereId);
  const label = !hereId
    ? t('story.start')
    : !here
      ? t('story.continue')
      : !atEnd
        ? t('story.continue_with', { number: here.chapter.number })
        : isEnd(here)
          ? t('story.continue')
          : b('where.fork');
  return (
    <ButtonLink kind="primary" to={`/story/${story.id}/chapter/${hereId ?? first.id}${atEnd ? '#fork' : ''}`}>
      {label}
    </ButtonLink>
  );
}

/** Where the reader is in the tree; before they have begun, how long it is. */
export function BranchReading({ story, tree, authors }: PeopledProps) {
  const { hereId, read } = useStoryReading(story.id);
  const here = hereId === null ? undefined : tree.byId.get(hereId);
  if (!here) return <ReadingPanel story={story} />;
  return (
    <>
      <WhereYouAre story={story} here={here} authors={authors} read={read} />
      <MemberMarks storyId={story.id} />
    </>
  );
}

/** All chapters as a list that folds, with the reader's own marks. */
export function BranchChapters({
  story,
  tree,
  authors,
  reservations,
  canWrite,
}: PeopledProps & { reservations: StoryTree['reservations']; canWrite: boolean }) {
  const t = useT('stories');
  const { read, hereId } = useStoryReading(story.id);
  if (!tree.root) return <p className="soft">{t('story.no_chapters')}</p>;
  return (
    <Outline
      story={story}
      tree={tree}
      authors={authors}
      reservations={reservations}
      read={read}
      hereId={hereId}
      canWrite={canWrite}
    />
  );
}

import { to } from '#core/pages.ts';
import { ReadingPanel, type ReadStory } from '#features/reader/web/reading-panel.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { ChapterTree } from '../model/tree.ts';
import { type OpenEnd, OpenEndList } from './open-ends.tsx';
import { Outline } from './outline.tsx';
import type { ListedTree, Listing } from './tree-for-page.ts';
import { UnreadList } from './unread-list.tsx';
import type { Writing } from './writing.ts';

/** The chapters of a branch, as its page lists them. */
export interface BranchChaptersProps extends ListedTree {
  story: Pick<StoryView, 'id' | 'language'>;
  writing: Writing;
  /** Undefined if all chapters are listed. */
  show: Listing;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'branch-read-on': { storyId: string };
    'branch-reading': { story: ReadStory };
    /** The other two islands use this tree too. */
    'branch-chapters': BranchChaptersProps;
  }
}

/** “Start reading”. For readers who have started, a link to where they left off. */
export function BranchReadOn({ storyId, firstId }: { storyId: string; firstId: string }) {
  const t = useT('stories');
  return (
    <Slot name="branch-read-on" props={{ storyId }}>
      <ButtonLink kind="primary" to={to.chapter({ storyId, chapterId: firstId })}>
        {t('story.start')}
      </ButtonLink>
    </Slot>
  );
}

/** The reader’s position in the tree. For readers who haven’t started, the length of the story. */
export function BranchReading({ story: { id, language, chapterCount, unitCount } }: { story: StoryView }) {
  const story = { id, language, chapterCount, unitCount };
  return (
    <Slot name="branch-reading" props={{ story }}>
      <ReadingPanel story={story} readCount={0} isTree />
    </Slot>
  );
}

const NOTHING_READ: ReadonlySet<string> = new Set();

interface ChaptersProps extends BranchChaptersProps {
  tree: ChapterTree;
  ends: readonly OpenEnd[];
  endCount: number;
}

/** All chapters as an outline that can be folded, with the reader’s marks, or a list of some of them. */
export function BranchChapters({ tree, ends, endCount, ...props }: ChaptersProps) {
  const t = useT('stories');
  if (!tree.root) return <p className="soft">{t('story.no_chapters')}</p>;
  return (
    <Slot name="branch-chapters" props={props}>
      {props.show === 'unread' ? (
        <UnreadList {...props} tree={tree} />
      ) : props.show === 'open' ? (
        <OpenEndList {...props} ends={ends} count={endCount} />
      ) : (
        <Outline {...props} tree={tree} read={NOTHING_READ} hereId={null} canWrite={props.writing === 'open'} />
      )}
    </Slot>
  );
}

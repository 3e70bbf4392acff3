import { to } from '#core/pages.ts';
import type { ModePages, StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
import type { Naming } from '#features/translation/web/in-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { load } from '#web/page/load.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { branchApi, type Continuations } from '../contract.ts';
import { buildTree } from '../model/tree.ts';
import { fromColumns } from '../model/tree-columns.ts';
import { BranchChapters, BranchReading, BranchReadOn } from './branch-story.tsx';
import { BranchEnd } from './chapter-end.tsx';
import { OpenEnds } from './open-ends.tsx';
import { PathNumber } from './path-number.tsx';
import type { TitledContinuations } from './titled-continuations.ts';
import { type TreeOnPage, treeForPage } from './tree-for-page.ts';
import { writingIn } from './writing.ts';

export const branchPages: ModePages = {
  async loadStory({ page, story }) {
    const tree = await load(page, branchApi.tree, { storyId: story.id });
    return {
      chapterIds: undefined,
      bodyIn(naming) {
        const shownTree = treeForPage({ ...tree, chapters: tree.chapters.map(naming.chapter) });
        return (props) => <BranchStory {...props} shownTree={shownTree} />;
      },
    };
  },

  async loadChapter(page, { id }) {
    const ways = await load(page, branchApi.continuations, { chapterId: id });
    const named = [...ways.ways, ...ways.path, ...ways.siblings, ways.lastFork];
    return {
      chapterIds: named.flatMap((chapter) => (chapter ? [chapter.id] : [])),
      isLast: ways.ways.length === 0,
      partsIn: (naming) => ({
        Position: ({ chapter }) => <PathNumber chapter={chapter} language={chapter.language} />,
        End: ({ chapter }) => <BranchEnd chapter={chapter} ways={inNames(ways, naming)} />,
      }),
    };
  },
};

function inNames(ways: Continuations, { chapter: named }: Naming): TitledContinuations {
  return {
    ...ways,
    ways: ways.ways.map(named),
    path: ways.path.map(named),
    siblings: ways.siblings.map(named),
    lastFork: ways.lastFork && named(ways.lastFork),
  };
}

/** A branch story, with a link for writing at each open branch. */
function BranchStory({
  story,
  frame,
  shownTree: { listed, ends, endCount },
}: StoryBodyProps & { shownTree: TreeOnPage }) {
  const t = useT('branch');
  const tree = buildTree(fromColumns(listed.columns), listed.cuts);
  const map = to.storyMap({ storyId: story.id });
  const writing = writingIn(story);
  return frame({
    readOn: tree.root && (
      <>
        <BranchReadOn storyId={story.id} firstId={tree.root.chapter.id} />
        <ButtonLink to={map}>
          <ModeMark mode={story.mode} />
          {t('map.title')}
        </ButtonLink>
      </>
    ),
    withWriting: !tree.root,
    reading: <BranchReading story={story} />,
    bar: (
      <>
        <h2>
          {writing === 'over'
            ? t('common.chapters', { count: story.chapterCount })
            : t('tree.count', { chapters: story.chapterCount, ends: endCount })}
        </h2>
        {tree.root && (
          <Link className={more.more} to={map}>
            {t('tree.map')}
          </Link>
        )}
      </>
    ),
    chapters: (
      <BranchChapters {...listed} tree={tree} story={{ id: story.id, language: story.language }} writing={writing} />
    ),
    ends: writing !== 'over' && <OpenEnds story={story} ends={ends} count={endCount} writing={writing} />,
  });
}

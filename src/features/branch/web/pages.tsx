import { to } from '#core/pages.ts';
import { loadParticipantNumbers } from '#features/participation/web/load-participants.ts';
import type { ModePages, StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import type { Naming } from '#features/translation/web/in-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { load } from '#web/page/load.ts';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import tabs from '#web/ui/tabs.module.css';
import { branchApi, type Continuations } from '../contract.ts';
import { buildTree } from '../model/tree.ts';
import { fromColumns } from '../model/tree-columns.ts';
import { BranchChapters, BranchReading, BranchReadOn } from './branch-story.tsx';
import { BranchEnd } from './chapter-end.tsx';
import { OverviewMap } from './map/overview-map.tsx';
import { OpenEnds } from './open-ends.tsx';
import bar from './outline-bar.module.css';
import { PathNumber } from './path-number.tsx';
import type { TitledContinuations } from './titled-continuations.ts';
import { type Listing, type TreeOnPage, treeForPage } from './tree-for-page.ts';
import { writingIn } from './writing.ts';

export const branchPages: ModePages = {
  async loadStory({ page, story, show }) {
    const [tree, participantNumbers] = await Promise.all([
      load(page, branchApi.tree, { storyId: story.id }),
      loadParticipantNumbers(page, story.id),
    ]);
    return {
      chapterIds: undefined,
      bodyIn(naming) {
        const shownTree = treeForPage({ ...tree, chapters: tree.chapters.map(naming.chapter) }, show);
        return (props) => <BranchStory {...props} {...{ shownTree, participantNumbers, show }} />;
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

interface Props extends StoryBodyProps {
  shownTree: TreeOnPage;
  participantNumbers: ReadonlyMap<string, number>;
  show: Listing;
}

/** A branch story: its map, its outline, and a link for writing at each open branch. */
function BranchStory({ story, frame, shownTree: { listed, ends, endCount }, participantNumbers, show }: Props) {
  const t = useT('branch');
  const tree = buildTree(fromColumns(listed.columns), listed.cuts);
  const map = to.storyMap({ storyId: story.id });
  const writing = writingIn(story);
  return frame({
    readOn: tree.root && <BranchReadOn storyId={story.id} firstId={tree.root.chapter.id} />,
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
      <>
        <OverviewMap {...{ story, tree, participantNumbers }} {...listed} isOpen={writing !== 'over'} />
        <section aria-labelledby="outline">
          {tree.root && <OutlineBar storyId={story.id} show={show} endCount={writing === 'over' ? null : endCount} />}
          <BranchChapters
            {...listed}
            {...{ tree, writing, show, ends, endCount }}
            story={{ id: story.id, language: story.language }}
          />
        </section>
      </>
    ),
    ends: writing !== 'over' && show !== 'open' && (
      <OpenEnds story={story} ends={ends} count={endCount} writing={writing} />
    ),
  });
}

/** The heading of the outline, and links to lists of some of its chapters. `endCount` is null if no branch is open. */
function OutlineBar({ storyId, show, endCount }: { storyId: string; show: Listing; endCount: number | null }) {
  const t = useT('branch', 'branch_page');
  const tab = (view: Listing) => ({
    to: `${to.story({ storyId }, { show: view })}#outline`,
    'aria-current': show === view ? ('true' as const) : undefined,
  });
  return (
    <div className={bar.bar}>
      <h2 id="outline">{t('outline.title')}</h2>
      <nav className={tabs.tabs} aria-label={t('overview.tabs')}>
        <Link {...tab(undefined)}>{t('overview.all')}</Link>
        <Link {...tab('unread')}>{t('overview.unread')}</Link>
        {endCount !== null && (
          <Link {...tab('open')}>
            {t('ends.title')}
            <span className={tabs.count}>{t('overview.count', { count: endCount })}</span>
          </Link>
        )}
      </nav>
    </div>
  );
}

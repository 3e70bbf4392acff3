import { type ComponentProps, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { to } from '#core/pages.ts';
import { MemberMarks } from '#features/reader/web/member-marks.tsx';
import { ReadingPanel, type ReadStory } from '#features/reader/web/reading-panel.tsx';
import { type StoryReading, useStoryReading } from '#features/reader/web/reading-store.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { markRead } from '#web/boot/reading.ts';
import { REPLACED } from '#web/boot/replaced.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { findSlot, staticPartOf } from '#web/page/slot.tsx';
import { StaticPart } from '#web/page/static-part.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { buildTree, type ChapterTree, isEnd } from '../model/tree.ts';
import { fromColumns } from '../model/tree-columns.ts';
import type { BranchChaptersProps } from './branch-story.tsx';
import { Outline } from './outline.tsx';
import { WhereYouAre } from './where-you-are.tsx';

const ParticipantKnown = later(() => import('./participant-known.tsx').then((m) => m.ParticipantKnown));

/** The chapters that this page lists, from the slot of its outline. Null if there are none. */
function useListedTree() {
  const json = findSlot('branch-chapters')?.dataset.props;
  return useMemo(() => {
    if (json === undefined) return null;
    const props: BranchChaptersProps = JSON.parse(json);
    return { ...props, tree: buildTree(fromColumns(props.columns), props.cuts) };
  }, [json]);
}

/** A link to the chapter where this reader left off, or to its choices if they have finished it. */
export function OwnBranchReadOn({ storyId }: { storyId: string }) {
  const t = useT('stories', 'branch');
  const { hereId, read } = useStoryReading(storyId);
  const here = useListedTree()?.tree.byId.get(hereId ?? '');
  if (!hereId) return <StaticPart />;
  const atEnd = read.has(hereId);
  const label = !here
    ? t('story.continue')
    : !atEnd
      ? t('story.continue_with', { number: here.chapter.number })
      : isEnd(here)
        ? t('story.continue')
        : t('where.fork');
  return (
    <ButtonLink kind="primary" to={to.chapter({ storyId, chapterId: hereId }) + (atEnd ? '#fork' : '')}>
      {label}
    </ButtonLink>
  );
}

/** The reader’s position in the tree. */
export function OwnBranchReading({ story }: { story: ReadStory }) {
  const { hereId, read } = useStoryReading(story.id);
  const listed = useListedTree();
  const here = listed?.tree.byId.get(hereId ?? '');
  if (listed && here) return <WhereYouAre story={story} here={here} authors={listed.authors} read={read} />;
  if (read.size === 0) return <StaticPart />;
  return <ReadingPanel story={story} readCount={Math.min(read.size, story.chapterCount)} isTree />;
}

/** The outline with what this reader has read, and for participants the links to continue writing. */
export function OwnBranchChapters({ story, writing, authors, reservations, show }: BranchChaptersProps) {
  const signedIn = useSignedIn();
  const reading = useStoryReading(story.id);
  const { read, hereId } = reading;
  const listed = useListedTree();
  useMarks(reading, listed?.tree);
  const [isIn, setIn] = useState(false);
  const takesPart = useCallback(() => setIn(true), []);
  const asksIfIn = signedIn && writing === 'participants';
  const canWrite = writing === 'open' || (asksIfIn && isIn);
  const isOwn = hereId !== null || read.size > 0 || (asksIfIn && isIn);
  return (
    <>
      {listed && isOwn && show === undefined ? (
        <UnfoldedOutline
          story={story}
          tree={listed.tree}
          authors={authors}
          reservations={reservations}
          read={read}
          hereId={hereId}
          canWrite={canWrite}
        />
      ) : (
        <StaticPart />
      )}
      <MemberMarks storyId={story.id} />
      <Suspense>{asksIfIn && <ParticipantKnown storyId={story.id} onKnown={takesPart} />}</Suspense>
    </>
  );
}

/** Marks what was read on the map and in the list of unread chapters, and on the map where the reader left off. */
function useMarks({ read, hereId }: StoryReading, tree: ChapterTree | undefined): void {
  useEffect(() => {
    if (read.size === 0 && hereId === null) return;
    const mark = () => {
      markRead(read);
      markHere(hereId, tree);
    };
    mark();
    addEventListener(REPLACED, mark);
    return () => {
      removeEventListener(REPLACED, mark);
      // The next reader on this device may be another one.
      markRead([]);
      markHere(null, tree);
    };
  }, [read, hereId, tree]);
}

/** Marks the knot where the reader left off. On a large map, that of the last chapter of the path that is drawn. */
function markHere(hereId: string | null, tree: ChapterTree | undefined): void {
  for (const old of document.querySelectorAll('[data-here]')) old.removeAttribute('data-here');
  let knot: Element | null = null;
  for (let at = tree?.byId.get(hereId ?? '') ?? null; at && !knot; at = at.parent)
    knot = document.querySelector(`svg [data-chapter="${at.chapter.id}"]`);
  knot?.setAttribute('data-here', '');
}

const folds = (part: ParentNode) => [...part.querySelectorAll('details')];
/** A fold follows the link to the chapter before it. */
const chapterBefore = (fold: Element) => fold.parentElement?.querySelector('a')?.href;

/** The outline, unfolded where the reader has unfolded the static one. */
function UnfoldedOutline(props: ComponentProps<typeof Outline>) {
  useLayoutEffect(() => {
    const slot = findSlot('branch-chapters');
    const before = slot && staticPartOf(slot);
    if (!before) return;
    const opened = new Set(folds(before).flatMap((fold) => (fold.open ? [chapterBefore(fold)] : [])));
    for (const fold of folds(slot)) if (opened.has(chapterBefore(fold))) fold.open = true;
  }, []);
  return <Outline {...props} />;
}

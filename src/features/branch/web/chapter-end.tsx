import { to } from '#core/pages.ts';
import { numberedName } from '#features/chapters/web/hidden-name.ts';
import type { ChapterHead } from '#features/reader/web/chapter-head.ts';
import { Go } from '#features/reader/web/go.tsx';
import { Onwards } from '#features/reader/web/onwards.tsx';
import { ReaderActionsSlot } from '#features/reader/web/reader-actions-slot.tsx';
import { titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { nextSibling } from '../model/remaining.ts';
import { choiceName } from './choice-name.ts';
import { ForkEnd } from './fork-end.tsx';
import { PathBack } from './path-back.tsx';
import type { TitledContinuations } from './titled-continuations.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'read-ways': { storyId: string };
  }
}

/** The end of a chapter in a branch: the choices, the reader’s actions, and the path to this chapter. */
export function BranchEnd({ chapter, ways }: { chapter: ChapterHead; ways: TitledContinuations }) {
  const { story } = chapter;
  return (
    <>
      <ForkEnd
        story={story}
        chapter={chapter}
        ways={ways}
        isOpen={chapter.hiddenBy !== 'moderator' && story.progress !== 'ended'}
      />
      <ReaderActionsSlot chapter={chapter} end={story.progress === 'ended' ? 'ended' : 'forks'} />
      <Slot name="read-ways" props={{ storyId: story.id }} />
      <PathBack story={story} ways={ways} />
      <BranchOnwards chapter={chapter} ways={ways} />
    </>
  );
}

/** Links from a chapter of a branch to the previous one, to the choices of the last fork, and to a sibling. */
function BranchOnwards({ chapter, ways: { lastFork, siblings } }: { chapter: ChapterHead; ways: TitledContinuations }) {
  const t = useT('reader');
  const { story } = chapter;
  const chapterAt = ({ id }: { id: string }) => to.chapter({ storyId: story.id, chapterId: id });
  const beside = nextSibling(siblings);
  return (
    <Onwards chapter={chapter} inPairs>
      {lastFork && (
        <Go to={`${chapterAt(lastFork)}#fork`} label={t('reader.last_fork')} lang={titleTag(lastFork, story)}>
          {numberedName(t, lastFork)}
        </Go>
      )}
      {beside && (
        <Go
          to={chapterAt(beside)}
          label={t('reader.other_way', { place: beside.place, count: siblings.length + 1 })}
          lang={titleTag(beside, story)}
        >
          {choiceName(t, beside)}
        </Go>
      )}
    </Onwards>
  );
}

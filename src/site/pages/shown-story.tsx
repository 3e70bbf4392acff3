import type { Page } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { buildTree } from '#features/branch/model/tree.ts';
import { fromColumns } from '#features/branch/model/tree-columns.ts';
import { OpenEnds } from '#features/branch/web/open-ends.tsx';
import type { treeForPage } from '#features/branch/web/tree-for-page.ts';
import { writingIn } from '#features/branch/web/writing.ts';
import type { ChapterEntry } from '#features/chapters/contract.ts';
import type { RoundView } from '#features/contest/contract.ts';
import { ContestEnd, useRoundsBeside } from '#features/contest/web/contest-thread.tsx';
import { HowItGoes } from '#features/contest/web/how-it-goes.tsx';
import { type Standing, useLeaderboardNote } from '#features/contest/web/leaderboard-note.ts';
import { RoundBox } from '#features/contest/web/round-box.tsx';
import { roundPhaseOf } from '#features/contest/web/round-phase.ts';
import { RoundWatchSlot } from '#features/contest/web/round-watch-slot.tsx';
import { WriteEntry } from '#features/contest/web/write-entry.tsx';
import type { Participant } from '#features/participation/contract.ts';
import { openSpots } from '#features/participation/model/capacity.ts';
import { OpenSpotsNote } from '#features/participation/web/open-spots-note.tsx';
import { BranchChapters, BranchReading, BranchReadOn } from '#features/reader/web/branch-story.tsx';
import { Reading, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import type { RelayTurn } from '#features/relay/contract.ts';
import { RelayEnd } from '#features/relay/web/relay-end.tsx';
import { TurnPanel } from '#features/relay/web/turn.tsx';
import { OneHand } from '#features/solo/web/one-hand.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
import type { storyWords } from '#features/translation/web/story-slots.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ContentLanguage, Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { StoryFrame } from '../layout/story-frame.tsx';

export type NamedEntry = ChapterEntry & Titled;

export interface Props {
  story: StoryView & Titled;
  /** Requested language of the texts, if it isn’t the page’s. */
  named: Language | null;
  words: ReturnType<typeof storyWords>;
  chapters: Page<NamedEntry>;
  /** Null except in branch stories. */
  tree: ReturnType<typeof treeForPage> | null;
  /** Null in solo stories. */
  people: Page<Participant> | null;
  /** Null except in relays. */
  turn: RelayTurn | null;
  /** Null except in competitions. */
  contest: { rounds: readonly RoundView[]; standings: readonly Standing[] } | null;
  order: 'first' | 'newest';
  first: NamedEntry | null;
}

export function ShownStory(props: Props) {
  const { tree, contest, named } = props;
  return (
    <ContentLanguage value={named}>
      {tree ? (
        <BranchStory {...props} tree={tree} />
      ) : contest ? (
        <CompetitionStory {...props} contest={contest} />
      ) : (
        <LineStory {...props} />
      )}
    </ContentLanguage>
  );
}

/** The numbers of the participants, by their ids. They set the colors of the chapters. */
function numbersOf(people: Props['people']): ReadonlyMap<string, number> | undefined {
  return people ? new Map(people.items.map(({ id, number }) => [id, number])) : undefined;
}

/** A story whose chapters form one line. */
function LineStory({ story, words, chapters, people, turn, order, first }: Props) {
  const participantNumbers = numbersOf(people);
  const room = openSpots(story) > 0 ? <OpenSpotsNote story={story} /> : null;
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      readOn={<ReadOnButton storyId={story.id} first={first} chapters={chapters.items} />}
      withWriting={turn === null}
      reading={
        <>
          <Reading story={story} />
          {people === null && <OneHand story={story} />}
        </>
      }
      turn={turn && <TurnPanel storyId={story.id} turn={turn} />}
      chapters={
        <StoryChapters
          story={story}
          order={order}
          chapters={chapters.items}
          next={chapters.next}
          participantNumbers={participantNumbers}
          end={turn && <RelayEnd turn={turn} number={lastNumber + 1} room={room} />}
        />
      }
    />
  );
}

/** A competition: the winning chapters, and the current round. */
function CompetitionStory({
  story,
  chapters,
  people,
  order,
  first,
  contest: { rounds, standings },
  words,
}: Omit<Props, 'contest'> & { contest: NonNullable<Props['contest']> }) {
  const t = useT('contest');
  const participantNumbers = numbersOf(people);
  const beside = useRoundsBeside(rounds);
  const noteOf = useLeaderboardNote(standings);
  const round = rounds[0] ?? null;
  const phase = round && roundPhaseOf(round);
  const comesFirst = phase === 'writing' || phase === 'voting' || phase === 'scheduled';
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      noteOf={noteOf}
      readOn={
        <>
          {round && phase === 'voting' && (
            <ButtonLink kind="primary" to={to.voting({ roundId: round.id })}>
              {t('contest.read_and_vote')}
            </ButtonLink>
          )}
          {round && phase === 'writing' && <WriteEntry story={story} round={round} />}
          <ReadOnButton
            storyId={story.id}
            first={first}
            chapters={chapters.items}
            kind={comesFirst ? 'plain' : 'primary'}
          />
        </>
      }
      withWriting={first === null}
      // Elsewhere, members join by writing, or in the box of the scheduled round.
      withJoining={phase !== 'scheduled' && !(phase === 'writing' && story.joining === 'open')}
      reading={<Reading story={story} />}
      turn={
        <>
          {round && <RoundWatchSlot round={round} />}
          <RoundBox story={story} round={round} />
        </>
      }
      chapters={
        <StoryChapters
          story={story}
          order={order}
          chapters={chapters.items}
          next={chapters.next}
          participantNumbers={participantNumbers}
          beside={beside}
          end={<ContestEnd story={story} round={round} number={lastNumber + 1} />}
        />
      }
      ends={<HowItGoes story={story} />}
    />
  );
}

/** A branch story, with a link for writing at each open branch. */
function BranchStory({
  story,
  people,
  order,
  tree: { listed, ends, endCount },
  words,
}: Omit<Props, 'tree'> & { tree: NonNullable<Props['tree']> }) {
  const t = useT('branch');
  const tree = buildTree(fromColumns(listed.columns), listed.cuts);
  const map = to.storyMap({ storyId: story.id });
  const writing = writingIn(story);
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      readOn={
        tree.root && (
          <>
            <BranchReadOn storyId={story.id} firstId={tree.root.chapter.id} />
            <ButtonLink to={map}>
              <ModeMark mode="branch" />
              {t('map.title')}
            </ButtonLink>
          </>
        )
      }
      withWriting={!tree.root}
      reading={<BranchReading story={story} />}
      bar={
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
      }
      chapters={
        <BranchChapters {...listed} tree={tree} story={{ id: story.id, language: story.language }} writing={writing} />
      }
      ends={writing !== 'over' && <OpenEnds story={story} ends={ends} count={endCount} writing={writing} />}
    />
  );
}

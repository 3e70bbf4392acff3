import { to } from '#core/pages.ts';
import { idsOf, type Line, LineEnd, lineIn, loadLine } from '#features/reader/web/line-pages.tsx';
import type { ModePages, StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import { Reading, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { load } from '#web/page/load.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { contestApi, type RoundView } from '../contract.ts';
import { ContestChapterEnd } from './chapter-end.tsx';
import { roundsAround } from './chapter-rounds.ts';
import { ContestEnd, useRoundsBeside } from './contest-thread.tsx';
import { HowItGoes } from './how-it-goes.tsx';
import { type Standing, useLeaderboardNote } from './leaderboard-note.ts';
import { RoundBox } from './round-box.tsx';
import { ROUNDS_SHOWN, roundPhaseOf } from './round-phase.ts';
import { RoundWatchSlot } from './round-watch-slot.tsx';
import { WriteEntry } from './write-entry.tsx';

export const competitionPages: ModePages = {
  async loadStory(request) {
    const { page, story } = request;
    const [line, { items: rounds }, standings] = await Promise.all([
      loadLine(request),
      load(page, contestApi.rounds, { storyId: story.id, limit: ROUNDS_SHOWN }),
      load(page, contestApi.leaderboard, { storyId: story.id }),
    ]);
    return {
      chapterIds: idsOf(line),
      bodyIn: (naming) => (props) => (
        <CompetitionStory {...props} line={lineIn(naming, line)} rounds={rounds} standings={standings} />
      ),
    };
  },

  async loadChapter(page, { story, ...chapter }) {
    const { items } = await load(page, contestApi.rounds, { storyId: story.id, limit: ROUNDS_SHOWN });
    const rounds = roundsAround({ ...chapter, story }, items);
    return {
      chapterIds: [],
      partsIn: () => ({
        End: ({ chapter }) => (
          <LineEnd chapter={chapter}>
            <ContestChapterEnd story={chapter.story} rounds={rounds} />
          </LineEnd>
        ),
      }),
    };
  },
};

interface Props extends StoryBodyProps {
  line: Line;
  rounds: readonly RoundView[];
  standings: readonly Standing[];
}

/** A competition: the winning chapters, and the current round. */
function CompetitionStory({ story, order, participantNumbers, frame, line, rounds, standings }: Props) {
  const t = useT('contest');
  const { chapters, first } = line;
  const beside = useRoundsBeside(rounds);
  const noteOf = useLeaderboardNote(standings);
  const round = rounds[0] ?? null;
  const phase = round && roundPhaseOf(round);
  const comesFirst = phase === 'writing' || phase === 'voting' || phase === 'scheduled';
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return frame({
    noteOf,
    readOn: (
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
    ),
    withWriting: first === null,
    // Elsewhere, members join by writing, or in the box of the scheduled round.
    withJoining: phase !== 'scheduled' && !(phase === 'writing' && story.joinPolicy === 'open'),
    reading: <Reading story={story} />,
    turn: (
      <>
        {round && <RoundWatchSlot round={round} />}
        <RoundBox story={story} round={round} />
      </>
    ),
    chapters: (
      <StoryChapters
        story={story}
        order={order}
        chapters={chapters.items}
        next={chapters.next}
        participantNumbers={participantNumbers}
        beside={beside}
        end={<ContestEnd story={story} round={round} number={lastNumber + 1} />}
      />
    ),
    ends: <HowItGoes story={story} />,
  });
}

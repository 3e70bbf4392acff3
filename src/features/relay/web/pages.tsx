import { openSpots } from '#features/participation/model/capacity.ts';
import { loadParticipantNumbers } from '#features/participation/web/load-participants.ts';
import { OpenSpotsNote } from '#features/participation/web/open-spots-note.tsx';
import { idsOf, type Line, lineIn, loadLine } from '#features/reader/web/line-pages.tsx';
import type { ModePages, StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import { Reading, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { load } from '#web/page/load.ts';
import { Slot } from '#web/page/slot.tsx';
import { type RelayTurn, relayApi } from '../contract.ts';
import { RelayChapterEnd } from './chapter-end.tsx';
import { RelayEnd } from './relay-end.tsx';
import styles from './turn.module.css';
import { TurnPanel } from './turn.tsx';

export const relayPages: ModePages = {
  async loadStory(request) {
    const { page, story } = request;
    const [line, participantNumbers, turn] = await Promise.all([
      loadLine(request),
      loadParticipantNumbers(page, story.id),
      story.progress === 'ended' ? null : load(page, relayApi.turn, { storyId: story.id }),
    ]);
    return {
      chapterIds: idsOf(line),
      bodyIn: (naming) => (props) => (
        <RelayStory {...props} {...{ participantNumbers, turn }} line={lineIn(naming, line)} />
      ),
    };
  },
  loadChapter: async () => ({ chapterIds: [], partsIn: () => ({ End: RelayChapterEnd }) }),
};

interface Props extends StoryBodyProps {
  line: Line;
  participantNumbers: ReadonlyMap<string, number>;
  /** Null if the story has ended. */
  turn: RelayTurn | null;
}

/** A relay, with its current turn. */
function RelayStory({ story, order, participantNumbers, frame, line: { chapters, first }, turn }: Props) {
  const room = openSpots(story) > 0 ? <OpenSpotsNote story={story} /> : null;
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return frame({
    readOn: (
      <>
        {turn && <Slot name="write-turn" props={{ storyId: story.id }} />}
        <div className={`slot ${styles.second}`}>
          <ReadOnButton storyId={story.id} first={first} chapters={chapters.items} />
        </div>
      </>
    ),
    withWriting: turn === null,
    reading: <Reading story={story} />,
    turn: turn && <TurnPanel story={story} turn={turn} />,
    chapters: (
      <StoryChapters
        story={story}
        order={order}
        chapters={chapters.items}
        next={chapters.next}
        participantNumbers={participantNumbers}
        end={turn && <RelayEnd turn={turn} number={lastNumber + 1} room={room} />}
      />
    ),
  });
}

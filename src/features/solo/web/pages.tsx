import { idsOf, type Line, lineIn, loadLine, loadPlainChapter } from '#features/reader/web/line-pages.tsx';
import type { ModePages, StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import { Reading, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { OneHand } from './one-hand.tsx';

export const soloPages: ModePages = {
  async loadStory(request) {
    const line = await loadLine(request);
    return {
      chapterIds: idsOf(line),
      bodyIn: (naming) => (props) => <SoloStory {...props} line={lineIn(naming, line)} />,
    };
  },
  loadChapter: loadPlainChapter,
};

/** A story by one author. */
function SoloStory({ story, order, frame, line: { chapters, first } }: StoryBodyProps & { line: Line }) {
  return frame({
    readOn: <ReadOnButton storyId={story.id} first={first} chapters={chapters.items} />,
    withWriting: true,
    reading: (
      <>
        <Reading story={story} />
        <OneHand story={story} />
      </>
    ),
    chapters: <StoryChapters story={story} order={order} chapters={chapters.items} next={chapters.next} />,
  });
}

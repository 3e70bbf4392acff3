import type { ComponentProps } from 'react';
import type { Page } from '#core/endpoint.ts';
import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import type { Participant } from '#features/participation/contract.ts';
import { ParticipantList } from '#features/participation/web/participant-list.tsx';
import type { StoryParts } from '#features/reader/web/mode-pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { storySlots, type storyWords } from '#features/translation/web/story-slots.tsx';
import { Slot } from '#web/page/slot.tsx';

/** The parts that the pages of all stories share. The slots depend on the writing mode. */
export function StoryFrame({
  story,
  words,
  people,
  order,
  readOn,
  withWriting,
  withJoining = true,
  noteOf,
  ...slots
}: Pick<ComponentProps<typeof StoryPage>, 'order'> &
  StoryParts & {
    story: StoryView & Titled;
    words: ReturnType<typeof storyWords>;
    /** Null in stories by one author. */
    people: Page<Participant> | null;
  }) {
  const { id: storyId, mode, creator, language } = story;
  return (
    <StoryPage
      {...slots}
      story={story}
      order={order}
      readOn={readOn}
      withWriting={withWriting}
      withJoining={withJoining}
      {...storySlots(story, words)}
      care={
        <>
          <ReportButton kind="story" targetId={storyId} />
          <ModeratorActionsSlot requests={[{ action: 'ban_story', targetId: storyId, owner: creator, language }]} />
        </>
      }
      participants={
        people && (
          <ParticipantList
            story={story}
            people={people}
            noteOf={noteOf}
            actions={<Slot name="leave-story" props={{ story: { id: storyId, mode } }} />}
          />
        )
      }
    />
  );
}

import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import { fill } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ShareButton } from './share/share-button.tsx';

export const onStory = [
  fill('story.actions', {
    order: 20,
    Static: ({ story, withWriting }) => <Slot name="story-actions" props={{ storyId: story.id, withWriting }} />,
  }),
  fill('story.actions', {
    order: 90,
    Static: ({ story }) => <ShareButton shares="share-story" of={{ storyId: story.id }} />,
  }),
  fill('story.care', {
    order: 10,
    Static: ({ story: { id, creator, language } }) => (
      <>
        <ReportButton kind="story" targetId={id} ownerId={creator.id} />
        <ModeratorActionsSlot requests={[{ action: 'ban_story', targetId: id, owner: creator, language }]} />
      </>
    ),
  }),
];

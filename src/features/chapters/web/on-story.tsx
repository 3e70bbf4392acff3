import { fill } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';

export const onStory = [
  fill('story.notes', {
    order: 20,
    Static: ({ story, isShared }) => (
      <Slot name="own-drafts" props={{ storyId: story.id, ...(isShared ? {} : { soloWriterId: story.creator.id }) }} />
    ),
  }),
];

import { fill } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';

export const onStory = [
  fill('story.actions', {
    order: 20,
    Static: ({ story, withWriting }) => <Slot name="story-actions" props={{ storyId: story.id, withWriting }} />,
  }),
];

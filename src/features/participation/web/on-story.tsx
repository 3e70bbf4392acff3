import { fill } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { JoinPolicyFact } from './join-policy-fact.tsx';
import { JoinSlot } from './join-slot.tsx';
import { loadParticipants } from './load-participants.ts';
import { ParticipantList } from './participant-list.tsx';

export const onStory = [
  fill('story.actions', {
    order: 10,
    Static: ({ story, isShared, withJoining }) => isShared && withJoining && <JoinSlot story={story} look="button" />,
  }),
  fill('story.actions', {
    order: 30,
    Static: ({ story: { id, title }, isShared }) =>
      isShared && <Slot name="invite-users" props={{ storyId: id, title }} />,
  }),
  fill('story.notes', {
    order: 10,
    Static: ({ story: { id, creator }, isShared }) =>
      isShared && <Slot name="membership-note" props={{ storyId: id, creatorName: creator.username }} />,
  }),
  fill('story.side', {
    order: 10,
    load: async (page, { story, isShared }) => (isShared ? loadParticipants(page, story.id) : null),
    Static: ({ story, data }) => data && <ParticipantList story={story} people={data} />,
  }),
  fill('story.facts', { order: 20, Static: ({ story, isShared }) => isShared && <JoinPolicyFact story={story} /> }),
];

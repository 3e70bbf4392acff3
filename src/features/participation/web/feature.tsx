import type { StoryView } from '#features/stories/contract.ts';
import { webFeature } from '#web/feature.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'invite-users': { storyId: string; title: string };
    'leave-story': { story: Pick<StoryView, 'id' | 'mode'> };
    'membership-note': { storyId: string; creatorName: string };
  }
}

export const participation = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-story.tsx')).onStory] : [],
  roomFills: {
    'editStory.sent': {
      order: 10,
      load: async () => (await import('./invite-to-published.tsx')).InviteToPublished,
      isRare: true,
    },
  },
  islands: {
    join: { load: async () => (await import('./join.tsx')).Join },
    'more-participants': { load: async () => (await import('./more-participants.tsx')).MoreParticipants },
    'invite-users': {
      forMembers: true,
      load: async () => (await import('./invite-users.tsx')).InviteUsers,
    },
    'membership-note': {
      forMembers: true,
      load: async () => (await import('./membership-note.tsx')).MembershipNote,
    },
    'leave-story': {
      forMembers: true,
      load: async () => (await import('./leave-story.tsx')).LeaveStory,
    },
  },
});

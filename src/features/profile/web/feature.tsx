import { webFeature } from '#web/feature.ts';

export const profile = webFeature({
  islands: {
    'invite-to-story': {
      forMembers: true,
      load: async () => (await import('./invite-to-story.tsx')).InviteToStory,
    },
  },
});

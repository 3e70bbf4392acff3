import { webFeature } from '#web/feature.ts';

export const profile = webFeature({
  roomFills: {
    'profile.sections': { order: 30, load: async () => (await import('./own-settings.tsx')).OwnSettings },
  },
  islands: {
    'invite-to-story': {
      forMembers: true,
      load: async () => (await import('./invite-to-story.tsx')).InviteToStory,
    },
  },
});

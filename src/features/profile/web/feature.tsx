import { webFeature } from '#web/feature.ts';

export const profile = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-home.tsx')).onHome] : [],
  roomFills: {
    'editStory.sent': { order: 20, load: async () => (await import('./choose-name.tsx')).ChooseName },
    'profile.sections': { order: 30, load: async () => (await import('./own-settings.tsx')).OwnSettings },
  },
  islands: {
    'invite-to-story': {
      forMembers: true,
      load: async () => (await import('./invite-to-story.tsx')).InviteToStory,
    },
  },
});

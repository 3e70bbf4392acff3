import { webFeature } from '#web/feature.ts';

export const relay = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-story.tsx')).onStory] : [],
  islands: {
    'turn-timeline': { load: async () => (await import('./running-turn.tsx')).RunningTurn },
    'turn-actions': {
      forMembers: true,
      load: async () => (await import('./turn-actions.tsx')).TurnActions,
    },
  },
});

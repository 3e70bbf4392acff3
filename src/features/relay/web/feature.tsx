import { webFeature } from '#web/feature.ts';
import { relayFace } from './face.ts';

export const relay = webFeature({
  modes: {
    relay: {
      face: relayFace,
      loadPages: import.meta.env.SSR ? async () => (await import('./pages.tsx')).relayPages : null,
      loadEditor: async () => (await import('./editor.tsx')).relayEditor,
    },
  },
  islands: {
    'turn-timeline': { load: async () => (await import('./running-turn.tsx')).RunningTurn },
    'current-writer': {
      forMembers: true,
      load: async () => (await import('./own-turn.tsx')).OwnTurn,
    },
    'write-turn': {
      forMembers: true,
      load: async () => (await import('./write-turn.tsx')).WriteTurn,
    },
    'turn-actions': {
      forMembers: true,
      load: async () => (await import('./turn-actions.tsx')).TurnActions,
    },
  },
});

import { webFeature } from '#web/feature.ts';
import { competitionFace } from './face.ts';

declare module '#web/page/press.ts' {
  interface Presses {
    'share-result': { roundId: string };
  }
}

export const contest = webFeature({
  modes: {
    competition: {
      face: competitionFace,
      loadPages: import.meta.env.SSR ? async () => (await import('./pages.tsx')).competitionPages : null,
    },
  },
  dialogs: {
    'share-result': {
      reason: null,
      load: async () => (await import('./result/share-result-dialog.tsx')).ShareResultDialog,
      texts: ['ballot', 'share'],
    },
  },
  roomFills: {
    'moderation.round': { order: 10, load: async () => (await import('./audit/round-audit-page.tsx')).RoundAuditPage },
    'profile.joined': { order: 10, load: async () => (await import('./own-submissions.tsx')).OwnSubmissions },
  },
  islands: {
    'round-watch': { load: async () => (await import('./round-watch.tsx')).RoundWatch },
    'round-timeline': { load: async () => (await import('./running-round.tsx')).RunningRound },
    'member-round': {
      forMembers: true,
      load: async () => (await import('./member-round.tsx')).MemberRound,
    },
    'first-round': {
      forMembers: true,
      load: async () => (await import('./creator-round.tsx')).FirstRound,
    },
    'announced-round': {
      forMembers: true,
      load: async () => (await import('./creator-round.tsx')).AnnouncedRound,
    },
    'next-round': {
      forMembers: true,
      load: async () => (await import('./creator-round.tsx')).NextRound,
    },
    'write-entry': {
      forMembers: true,
      load: async () => (await import('./member-write-entry.tsx')).MemberWriteEntry,
    },
  },
});

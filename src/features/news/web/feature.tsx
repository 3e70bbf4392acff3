import { webFeature } from '#web/feature.ts';

export const news = webFeature({
  roomFills: {
    'messages.links': { order: 10, load: async () => (await import('./inbox-link.tsx')).InboxLink, texts: ['news'] },
    'profile.settings': { order: 20, load: async () => (await import('./news-row.tsx')).NewsRow, texts: ['news'] },
  },
});

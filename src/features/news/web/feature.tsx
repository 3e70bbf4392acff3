import { webFeature } from '#web/feature.ts';

export const news = webFeature({
  roomFills: {
    'profile.settings': { order: 20, load: async () => (await import('./news-row.tsx')).NewsRow, texts: ['news'] },
  },
});

import { webFeature } from '#web/feature.ts';

export const thanks = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-chapter.tsx')).onChapter] : [],
  islands: {
    thanks: { forMembers: true, load: async () => (await import('./thanks.tsx')).Thanks },
  },
});

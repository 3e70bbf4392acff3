import { webFeature } from '#web/feature.ts';
import { AskedLanguage } from './asked-language.tsx';

export const translation = webFeature({
  fills: import.meta.env.SSR
    ? [async () => (await import('./on-story.tsx')).onStory, async () => (await import('./on-chapter.tsx')).onChapter]
    : [],
  roomFills: {
    'profile.sections': { order: 10, load: async () => (await import('./own-translations.tsx')).OwnTranslations },
    'profile.reviewing': { order: 10, load: async () => (await import('./own-reviewing.tsx')).OwnReviewing },
  },
  aroundIslands: AskedLanguage,
});

import { webFeature } from '#web/feature.ts';
import { PlacesAfterSignUp } from './places-after-sign-up.tsx';

export const reader = webFeature({
  fills: import.meta.env.SSR
    ? [async () => (await import('./on-home.tsx')).onHome, async () => (await import('./on-chapter.tsx')).onChapter]
    : [],
  around: PlacesAfterSignUp,
  dialogs: {
    'share-chapter': {
      reason: null,
      load: async () => (await import('./share-chapter-dialog.tsx')).ShareChapterDialog,
      texts: ['share'],
    },
  },
  islands: {
    'read-on': { load: async () => (await import('./own-reading.tsx')).OwnReadOn },
    reading: { load: async () => (await import('./own-reading.tsx')).OwnReading },
    'chapter-marks': { load: async () => (await import('./chapter-marks.tsx')).ChapterMarks },
    'reader-actions': {
      forMembers: true,
      load: async () => (await import('./reader-actions.tsx')).ReaderActions,
    },
    'hidden-chapter': {
      forMembers: true,
      load: async () => (await import('./hidden-chapter.tsx')).HiddenChapter,
    },
  },
});

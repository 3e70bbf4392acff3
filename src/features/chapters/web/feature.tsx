import { webFeature } from '#web/feature.ts';
import type {} from './editor-page/room-slots.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'own-drafts': { storyId: string };
    'chapter-missing': { storyId: string; chapterId: string };
  }
}

export const chapters = webFeature({
  fills: import.meta.env.SSR
    ? [async () => (await import('./on-story.tsx')).onStory, async () => (await import('./on-chapter.tsx')).onChapter]
    : [],
  roomFills: {
    'editStory.chapter': { order: 10, load: async () => (await import('./first-chapter.tsx')).FirstChapterEditor },
  },
  islands: {
    'own-drafts': {
      forMembers: true,
      load: async () => (await import('./own-drafts.tsx')).OwnDrafts,
    },
    'chapter-missing': {
      forMembers: true,
      load: async () => (await import('./chapter-missing.tsx')).ChapterMissing,
    },
  },
});

import type { Language } from '#core/languages.ts';
import { webFeature } from '#web/feature.ts';
import type {} from './editor-page/room-slots.ts';
import type { Writing } from './saving/use-writing.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    /** `soloWriterId`: the only member who writes in the story. Missing if others can. */
    'own-drafts': { storyId: string; soloWriterId?: string };
    'own-taken-down': { storyId: string; chapterId: string };
    'chapter-missing': { storyId: string; chapterId: string };
  }
}

declare module '#web/page/room-slot.tsx' {
  interface RoomSlots {
    /** The controls of fields that later features add to chapters, above the text. Competitions show them too. */
    'editChapter.fields': { writing: Writing; language: Language; editable: boolean };
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
    'own-taken-down': {
      forMembers: true,
      load: async () => (await import('./own-drafts.tsx')).OwnTakenDown,
    },
    'chapter-missing': {
      forMembers: true,
      load: async () => (await import('./chapter-missing.tsx')).ChapterMissing,
    },
  },
});

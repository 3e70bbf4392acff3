import { webFeature } from '#web/feature.ts';
import type { StoryDraft } from '../contract.ts';
import type { FirstChapterProps } from './editor/first-chapter-news.ts';
import type { StoryForm } from './editor/use-story-form.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'story-actions': { storyId: string; withWriting: boolean };
    'story-missing': { storyId: string };
  }
}

declare module '#web/page/room-slot.tsx' {
  interface RoomSlots {
    /** The form of the first chapter, in the second step of creating a story. It reports its state through `tell`. */
    'editStory.chapter': FirstChapterProps;
    /** The controls of rules that later features add to stories, where a story is created and in its settings. */
    'editStory.rules': { form: StoryForm; disabled: boolean };
    /** Actions for a story that was just published. */
    'editStory.sent': { story: StoryDraft };
    /** Below the rules, in the settings of an existing story. */
    'editStory.settings': { story: StoryDraft };
  }
}

declare module '#web/boot/arrival.ts' {
  interface Undoables {
    story: true;
  }
}

export const stories = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-story.tsx')).onStory] : [],
  islands: {
    'story-actions': {
      forMembers: true,
      load: async () => (await import('./story-actions.tsx')).StoryActions,
    },
    'story-missing': {
      forMembers: true,
      load: async () => (await import('./story-missing.tsx')).StoryMissing,
    },
  },
  dialogs: {
    'share-story': {
      reason: null,
      load: async () => (await import('./share/share-story-dialog.tsx')).ShareStoryDialog,
      texts: ['share'],
    },
  },
  roomFills: {
    'messages.mode': { order: 10, load: async () => (await import('./message-mode.tsx')).MessageMode },
    'moderation.case.suggestion': {
      order: 10,
      load: async () => (await import('./suggestion-case.tsx')).SuggestionCase,
    },
  },
  undoing: {
    story: async (id) => (await import('./undelete-story.ts')).undeleteStory(id),
  },
});

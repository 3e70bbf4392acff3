import type { WritingMode } from '../model/writing-mode.ts';

/** Unless stated otherwise, emitted in the transaction of the change, with the story locked and already changed. */
declare module '#platform/features/events.ts' {
  interface Events {
    /**
     * Readers are about to be able to see the story (`isPublic`), or no longer. Emitted before the change, in its
     * transaction, with the story locked.
     */
    'story.visibility_changing': { readonly storyId: string; readonly isPublic: boolean };
    /** Readers can see the story, for the first time or again after its deletion. */
    'story.published': { readonly storyId: string; readonly mode: WritingMode };
    /** Progress, a rule or the deletion is about to change. Apply overdue timed changes first. */
    'story.changing': { readonly storyId: string };
    /** The progress or a rule has changed. */
    'story.rules_changed': { readonly storyId: string };
    /** Title and description of the published story are about to be replaced by `next`. */
    'story.text_changing': {
      readonly storyId: string;
      /** The author says that existing translations stay accurate. */
      readonly isMinorEdit: boolean;
      readonly next: { readonly title: string; readonly description: string };
    };
    /** The story was deleted: no one can read it or write in it any more. */
    'story.closed': { readonly storyId: string };
    /** A moderator banned the story: no one can read it or write in it. */
    'story.banned': { readonly storyId: string };
    /** The ban was lifted. */
    'story.unbanned': { readonly storyId: string };
  }
}

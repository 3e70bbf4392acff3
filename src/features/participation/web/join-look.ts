import type { StoryView } from '#features/stories/contract.ts';

export interface JoinLook {
  story: StoryView;
  /** A button among the acts of the page, or words at the end of a sentence. */
  look: 'button' | 'link';
}

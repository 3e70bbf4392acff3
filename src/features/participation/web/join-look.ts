import type { StoryView } from '#features/stories/contract.ts';

export interface JoinLook {
  story: Pick<StoryView, 'id' | 'joining'> & { creatorName: string };
  /** A button among the actions of the page, or words at the end of a sentence. */
  look: 'button' | 'link';
  /** What it says where joining is open, if not "Join"; it is then what comes first on its page. */
  label?: string | undefined;
}

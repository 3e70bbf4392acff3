import type { StoryView } from '#features/stories/contract.ts';

export interface JoinLook {
  story: Pick<StoryView, 'id' | 'joinPolicy'> & { creatorName: string };
  /** A button among the page’s actions, or a link at the end of a sentence. */
  look: 'button' | 'link';
  /** The label if joining is open, if not “Join”. It is then the primary action of its page. */
  label?: string | undefined;
}

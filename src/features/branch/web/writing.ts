import type { StoryView } from '#features/stories/contract.ts';

/** Who can write in a branching story now. */
export type Writing = 'open' | 'participants' | 'over';

export function writingIn({ progress, joining }: Pick<StoryView, 'progress' | 'joining'>): Writing {
  if (progress === 'ended') return 'over';
  return joining === 'open' ? 'open' : 'participants';
}

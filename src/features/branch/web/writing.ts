import type { StoryView } from '#features/stories/contract.ts';

/** Who can write in a branching story now. */
export type Writing = 'open' | 'participants' | 'over';

export function writingIn({ progress, joinPolicy }: Pick<StoryView, 'progress' | 'joinPolicy'>): Writing {
  if (progress === 'ended') return 'over';
  return joinPolicy === 'open' ? 'open' : 'participants';
}

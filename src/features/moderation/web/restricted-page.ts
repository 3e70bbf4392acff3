import type { RestrictionView } from '../contract-cases.ts';

/** Where the work is that a decision is about; null for an account. */
export function restrictedPageOf({
  storyId,
  chapterId,
}: Pick<RestrictionView, 'storyId' | 'chapterId'>): string | null {
  if (storyId === null) return null;
  return chapterId === null ? `/story/${storyId}` : `/story/${storyId}/chapter/${chapterId}`;
}

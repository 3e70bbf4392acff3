import { toText } from '#core/pages.ts';
import type { RestrictionView } from '../contract-cases.ts';

/** Path of the work that a decision is about. Null for an account. */
export function restrictedPageOf({
  storyId,
  chapterId,
}: Pick<RestrictionView, 'storyId' | 'chapterId'>): string | null {
  return storyId === null ? null : toText({ storyId, chapterId });
}

import { EARNED_APPROVED, EARNED_RECENT } from './translation-limits.ts';

/** A member’s record as a translator into one language. */
export interface TranslatorRecord {
  /** Translations that were ever approved, including superseded ones. */
  approved: number;
  /** The last decisions, newest first. At least EARNED_RECENT of them, if there are as many. */
  recent: readonly ('approved' | 'rejected')[];
}

/** True if the member has qualified as a reviewer into the language (product §7). */
export function hasEarnedReviewing({ approved, recent }: TranslatorRecord): boolean {
  return approved >= EARNED_APPROVED && !recent.slice(0, EARNED_RECENT).includes('rejected');
}

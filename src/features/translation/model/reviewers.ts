import { EARNED_APPROVED, EARNED_RECENT } from './translation-limits.ts';

/** What became of a member's translations into one language. */
export interface TranslatorRecord {
  /** Ever approved, also where a newer one has taken its place. */
  approved: number;
  /** The last decisions, newest first; at least as many as count. */
  recent: readonly ('approved' | 'rejected')[];
}

/** Has the member earned it to review into the language? (product §7) */
export function hasEarnedReviewing({ approved, recent }: TranslatorRecord): boolean {
  return approved >= EARNED_APPROVED && !recent.slice(0, EARNED_RECENT).includes('rejected');
}

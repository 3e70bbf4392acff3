import type { SubjectKind } from '../model/review-status.ts';

/** Where a submission stands on the desk, and which kind of them is looked through. */
export function deskAddress({ kind, reviewId }: { kind: SubjectKind | null; reviewId: string | null }): string {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(reviewId ? { review: reviewId } : {}) });
  return query.size > 0 ? `/moderation?${query}` : '/moderation';
}

/** The page that shows how a round was voted on. */
export function auditAddress(roundId: string): string {
  return `/moderation?round=${roundId}`;
}

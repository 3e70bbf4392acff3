import type { RoundView, SubmissionView } from '../../contract.ts';

/** What became of an entry after writing has ended, as its author sees it. */
export type Outcome =
  /** Never submitted, or withdrawn. */
  | 'unsent'
  /** Rejected, or disqualified. */
  | 'out'
  /** Voting waits for the last reviews: of this entry, or of others. */
  | 'in_review'
  | 'waits'
  | 'on_ballot'
  /** Voting has started, but the entry is still in review. */
  | 'late'
  | 'counting'
  | 'won'
  | 'lost'
  /** Its review hadn’t ended when voting did. */
  | 'too_late';

export function outcomeOf(
  { status: phase, result }: Pick<RoundView, 'status' | 'result'>,
  { id, status, votes }: Pick<SubmissionView, 'id' | 'status' | 'votes'>,
): Outcome {
  if (status === 'draft') return 'unsent';
  if (status === 'rejected') return 'out';
  if (phase === 'completed') {
    if (result === null) return 'counting';
    if (status === 'pending' || votes === null) return 'too_late';
    return result.winner?.submissionId === id ? 'won' : 'lost';
  }
  if (phase === 'voting') return status === 'pending' ? 'late' : 'on_ballot';
  return status === 'pending' ? 'in_review' : 'waits';
}

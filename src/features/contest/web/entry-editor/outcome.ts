import type { RoundView, SubmissionView } from '../../contract.ts';

/** What became of a text once writing is over, as its author is told. */
export type Outcome =
  /** Never submitted, or taken back. */
  | 'unsent'
  /** Refused, or taken out. */
  | 'out'
  /** The vote waits for the last reviews: for that of this text, or of others. */
  | 'in_review'
  | 'waits'
  | 'on_ballot'
  /** The vote runs, and the review too. */
  | 'late'
  | 'counting'
  | 'won'
  | 'lost'
  /** Its review was not over when the vote was. */
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

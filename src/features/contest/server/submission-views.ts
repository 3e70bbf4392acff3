import { getOwnText } from '#features/chapters/server/index.ts';
import { getReviewState } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { SubmissionView } from '../contract.ts';
import { canSubmitEntry, canWithdrawEntry } from '../model/contest-policy.ts';
import { ownEntryFacts } from './entry-facts.ts';
import type { RoundRecord } from './rounds.repo.ts';
import type { SubmissionRecord } from './submissions.repo.ts';

/** Returns an entry as its author sees it in the editor. */
export async function toSubmissionView(
  ctx: Ctx,
  round: RoundRecord,
  submission: SubmissionRecord,
): Promise<SubmissionView> {
  const facts = await ownEntryFacts(ctx, round, submission);
  const isEntered = submission.status !== 'draft';
  const review = isEntered ? await getReviewState(ctx, 'submission', submission.id) : null;
  return {
    id: submission.id,
    roundId: submission.roundId,
    storyId: submission.storyId,
    status: submission.status,
    version: isEntered ? submission.version : null,
    submittedAt: isEntered ? submission.submittedAt!.toISOString() : null,
    votes: submission.votes,
    rejectionReason: submission.status === 'rejected' ? submission.reason : null,
    review: review && {
      state: review.state,
      submittedAt: review.submittedAt.toISOString(),
      findings: review.findings,
    },
    draft: await getOwnText(ctx, submission.chapterId),
    can: {
      edit: facts.status === 'writing' && !facts.closed && !facts.disqualified,
      submit: canSubmitEntry(ctx.actor, facts).ok,
      withdraw: canWithdrawEntry(ctx.actor, facts).ok,
    },
  };
}

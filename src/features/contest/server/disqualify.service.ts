import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { touch } from '#platform/cache/changes.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { canDisqualify } from '../model/contest-policy.ts';
import { lockUpToDate } from './advance.ts';
import { freeVotes } from './contest-mode.ts';
import { tellEntry } from './contest-notices.ts';
import { becomeJudge, competes } from './judges.repo.ts';
import { findSubmission, moveSubmission } from './submissions.repo.ts';

/**
 * A moderator takes an entry out of its round, for a reason that its author is told. Whoever had voted for it is told too,
 * and may vote again. Errors: submission_not_found, own_work, wrong_state.
 */
export async function disqualifyEntry(
  ctx: ChapterCtx,
  input: { submissionId: string; reason: string },
): Promise<typeof DONE> {
  const { reason } = input;
  const actorId = memberOf(ctx).id;
  return inTransaction(ctx, async (inner) => {
    const known = await findSubmission(inner.db, input.submissionId);
    const round = known && (await lockUpToDate(inner, known.roundId));
    const entry = round && (await findSubmission(inner.db, known.id));
    if (!entry) throw new AppError('submission_not_found');
    const isRival = await competes(inner.db, round, actorId);
    const isWinner = round.winnerId === entry.id;
    authorize(canDisqualify({ status: round.times.status, submission: entry.status, isRival, isWinner }));
    await moveSubmission(inner.db, entry, 'disqualify', { actorId, reason }, { reason, disqualified: true });
    await becomeJudge(inner, round);
    await tellEntry(inner, round, entry, 'entry_disqualified', reason);
    if (round.times.status !== 'completed') await freeVotes(inner, round, entry);
    // With it gone a round that waits for reviews may hang on nothing more.
    await lockUpToDate(inner, round.id);
    await touch(inner, storyTag(round.story.id));
    return DONE;
  });
}

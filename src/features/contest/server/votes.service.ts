import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { opensNeeded } from '../model/ballot.ts';
import { canCancelVote, canVote, canVoteFor } from '../model/contest-policy.ts';
import { advanceRound } from './advance.ts';
import { findRound, shareRound } from './rounds.repo.ts';
import { dropVote, noteOpened, putVote, readVoting, type VoteRecord } from './votes.repo.ts';

/**
 * Votes are rows that are counted when the round is completed. Each vote takes shared locks on its account and its
 * round. So a suspension, the removal of an entry or the end of voting either comes after the vote and sees it, or
 * comes before it and the vote is refused.
 */

type Choice = { roundId: string; submissionId?: string };

/** Votes for an entry. Replaces an earlier vote. */
export async function castVote(ctx: Ctx, input: { roundId: string; submissionId: string }): Promise<typeof DONE> {
  const { roundId, submissionId } = input;
  return whileVoting(ctx, input, async (inner, facts) => {
    authorize(canVoteFor(ctx.actor, facts.target));
    authorize(canVote(ctx.actor, facts, opensNeeded(facts.entries)));
    const { storyId, now: at } = facts;
    await putVote(inner.db, { roundId, storyId, submissionId, accountId: memberOf(ctx).id, at });
  });
}

/** Cancels the caller’s vote, if there is one. */
export async function cancelVote(ctx: Ctx, input: { roundId: string }): Promise<typeof DONE> {
  return whileVoting(ctx, input, (inner) => dropVote(inner.db, input.roundId, memberOf(ctx).id));
}

/** Marks entries as opened. Ignores those that are not on the caller’s ballot. */
export async function markOpened(ctx: Ctx, input: { roundId: string; submissionIds: string[] }): Promise<typeof DONE> {
  const accountId = memberOf(ctx).id;
  const { roundId } = input;
  const facts = await readVoting(ctx.db, { roundId, accountId });
  if (facts?.status !== 'voting') await catchUp(ctx, roundId);
  else authorize(canCancelVote(facts));
  await inTransaction(ctx, ({ db }) => noteOpened(db, roundId, accountId, input.submissionIds));
  return DONE;
}

/** Changes the caller’s vote while the round is locked against other changes. */
async function whileVoting(
  ctx: Ctx,
  choice: Choice,
  work: (inner: Ctx, facts: VoteRecord) => Promise<void>,
): Promise<typeof DONE> {
  if (await tryVoting(ctx, choice, work)) return DONE;
  await catchUp(ctx, choice.roundId);
  if (!(await tryVoting(ctx, choice, work))) throw new AppError('voting_closed');
  return DONE;
}

/** Returns false if the round, as saved, isn’t open for voting. */
function tryVoting(ctx: Ctx, choice: Choice, work: (inner: Ctx, facts: VoteRecord) => Promise<void>): Promise<boolean> {
  const accountId = memberOf(ctx).id;
  return inTransaction(ctx, async (inner) => {
    await shareRound(inner.db, choice.roundId);
    const facts = await readVoting(inner.db, { ...choice, accountId });
    if (facts?.status !== 'voting') return false;
    authorize(canCancelVote(facts));
    await work(inner, facts);
    return true;
  });
}

/**
 * Opens voting that is due but that no tick has opened yet. Throws round_not_found, or voting_closed if none is due.
 */
async function catchUp(ctx: Ctx, roundId: string): Promise<void> {
  const round = await findRound(ctx.db, roundId);
  if (!round) throw new AppError('round_not_found');
  authorize(canCancelVote({ story: round.story.facts, status: round.current.status }));
  await advanceRound(ctx, roundId);
}

import { allow } from '#core/decision.ts';
import { isParticipant, mayJoinAtOnce } from '#features/participation/server/index.ts';
import type { EntryFacts, OwnEntryFacts } from '../model/contest-policy.ts';
import type { ContestCtx } from './contest-ctx.ts';
import type { RoundRecord } from './rounds.repo.ts';
import type { SubmissionRecord } from './submissions.repo.ts';

/** Where a round stands for the caller. */
export async function entryFacts(ctx: ContestCtx, round: RoundRecord): Promise<EntryFacts> {
  const { story, current, closed } = round;
  const actorId = ctx.actor?.id ?? null;
  const takesPart = actorId !== null && (await isParticipant(ctx.db, story.id, actorId));
  return {
    story: story.facts,
    status: current.status,
    closed,
    isParticipant: takesPart,
    joining: takesPart ? allow : await mayJoinAtOnce(ctx, story.id),
  };
}

export async function ownEntryFacts(
  ctx: ContestCtx,
  round: RoundRecord,
  submission: SubmissionRecord,
): Promise<OwnEntryFacts> {
  return { ...(await entryFacts(ctx, round)), authorId: submission.authorId, submission: submission.status };
}

import { allow } from '#core/decision.ts';
import { membershipOf } from '#features/participation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { EntryFacts, OwnEntryFacts } from '../model/contest-policy.ts';
import { isJudge } from './judges.repo.ts';
import type { RoundRecord } from './rounds.repo.ts';
import type { SubmissionRecord } from './submissions.repo.ts';

/** Returns the state of a round for the caller. */
export async function entryFacts(ctx: Ctx, round: RoundRecord): Promise<EntryFacts> {
  const { story, current, closed } = round;
  const actorId = ctx.actor?.id ?? null;
  const takesPart = actorId !== null && (await hasTakenPart(ctx.db, round, actorId));
  return {
    story: story.facts,
    status: current.status,
    closed,
    isParticipant: takesPart,
    joining: takesPart ? allow : (await membershipOf(ctx, story)).joining,
    isJudge: actorId !== null && (await isJudge(ctx.db, round.id, actorId)),
  };
}

/**
 * Whether the member is a participant, or was removed by the creator after the round had started. The creator competes
 * too, and must not decide who else does.
 */
export async function hasTakenPart(db: Db, { story, current }: RoundRecord, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('participants')
    .select('story_id')
    .where('story_id', '=', story.id)
    .where('account_id', '=', accountId)
    .where((eb) => {
      const isIn = eb('left_at', 'is', null);
      const { startedAt } = current;
      return startedAt === null
        ? isIn
        : eb.or([isIn, eb.and([eb('removed', '=', true), eb('left_at', '>', startedAt)])]);
    })
    .executeTakeFirst();
  return row !== undefined;
}

export async function ownEntryFacts(
  ctx: Ctx,
  round: RoundRecord,
  submission: SubmissionRecord,
): Promise<OwnEntryFacts> {
  const { authorId, status, disqualified } = submission;
  return { ...(await entryFacts(ctx, round)), authorId, submission: status, disqualified };
}

import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { textWithAddresses } from '#features/chapters/model/document.ts';
import type { Restrictable } from '#features/moderation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { canDisqualify, canReinstate } from '../model/contest-policy.ts';
import { lockUpToDate } from './advance.ts';
import { releaseVotes } from './contest-mode.ts';
import { becomeJudge, competes } from './judges.repo.ts';
import { findRound, type RoundRecord } from './rounds.repo.ts';
import { enteredText, findSubmission, moveSubmission, type SubmissionRecord } from './submissions.repo.ts';

/** Lets moderators disqualify reported entries. The voters of a disqualified entry are notified, and can vote again. */
export const submissionRestrictable: Restrictable = {
  async find({ db }, id) {
    const entry = await findSubmission(db, id);
    const round = entry && (await findRound(db, entry.roundId));
    // Nothing was ever submitted, or the story is deleted.
    if (!round || entry.version === null || round.story.facts.deleted) return null;
    const title = entry.title ?? '';
    const isShown = entry.status === 'approved' && ['voting', 'completed'].includes(round.current.status);
    return {
      kind: 'submission',
      id,
      ownerId: entry.authorId,
      title,
      language: round.rules.language,
      storyId: entry.storyId,
      chapterId: null,
      names: { story: round.story.published.title, entry: title, round: round.number, round_id: round.id },
      isPublic: isShown && isPublicStory(round.story.facts),
      texts: [
        { field: 'chapter_title', text: title },
        { field: 'summary', text: entry.summary ?? '' },
        { field: 'content', text: textWithAddresses(await enteredText(db, id)) },
      ],
    };
  },

  async restrict(ctx: Ctx, id, { reason }) {
    const found = await lockEntry(ctx, id);
    if (!found) throw new AppError('target_not_found');
    const { round, entry } = found;
    const actorId = ctx.actor?.id ?? null;
    const isRival = actorId !== null && (await competes(ctx.db, round, actorId));
    const isWinner = round.winnerId === entry.id;
    authorize(canDisqualify({ status: round.times.status, submission: entry.status, isRival, isWinner }));
    await moveSubmission(ctx.db, entry, 'disqualify', { actorId, reason }, { reason, disqualified: true });
    await becomeJudge(ctx, round);
    if (round.times.status !== 'completed') await releaseVotes(ctx, round, entry);
    // Without the entry, the round may no longer wait for reviews.
    await goOn(ctx, round);
  },

  async lift(ctx: Ctx, id, { reason }) {
    const found = await lockEntry(ctx, id);
    if (!found) return false;
    const { round, entry } = found;
    const { status } = round.times;
    const isAuthorActive = await mayAct(ctx, entry.authorId);
    if (!canReinstate({ status, submission: entry.status, disqualified: entry.disqualified, isAuthorActive }))
      return false;
    // If voting has started since, the entry joins the ballot now.
    const ballotAt = entry.ballotAt ?? (status === 'voting' ? round.now : null);
    const back = { reason: null, disqualified: false, ballot_at: ballotAt };
    await moveSubmission(ctx.db, entry, 'reinstate', { actorId: ctx.actor?.id ?? null, reason }, back);
    await becomeJudge(ctx, round);
    await goOn(ctx, round);
    return true;
  },
};

/** Returns the entry with its round locked and up to date. Null if either doesn’t exist. */
async function lockEntry(ctx: Ctx, id: string): Promise<{ round: RoundRecord; entry: SubmissionRecord } | null> {
  const known = await findSubmission(ctx.db, id);
  const round = known && (await lockUpToDate(ctx, known.roundId));
  const entry = round && (await findSubmission(ctx.db, id));
  return entry && { round, entry };
}

async function goOn(ctx: Ctx, round: RoundRecord): Promise<void> {
  await lockUpToDate(ctx, round.id);
  await invalidateCacheTags(ctx, storyTag(round.story.id));
}

async function mayAct({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirst();
  return row?.status === 'active';
}

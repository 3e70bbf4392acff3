import { textWithAddresses } from '#features/chapters/model/document.ts';
import type { ReviewSubject } from '#features/moderation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { lockUpToDate } from './advance.ts';
import { notifyEntry } from './contest-notices.ts';
import { becomeJudge } from './judges.repo.ts';
import { findRound, type RoundRecord } from './rounds.repo.ts';
import { enteredText, findSubmission, moveSubmission, type SubmissionRecord } from './submissions.repo.ts';

async function waiting(ctx: Pick<Ctx, 'db'>, id: string, version: number): Promise<SubmissionRecord | null> {
  const submission = await findSubmission(ctx.db, id);
  return submission?.status === 'pending' && submission.version === version ? submission : null;
}

/** Reviews of submissions: the submitted version is reviewed, whatever its author changes later. */
export const submissionReviewSubject: ReviewSubject = {
  async lock(ctx: Ctx, id, version) {
    const known = await findSubmission(ctx.db, id);
    const round = known && (await lockUpToDate(ctx, known.roundId));
    if (!round || !isPublicStory(round.story.facts)) return null;
    return (
      (await waiting(ctx, id, version)) && {
        approve: () => approve(ctx, id),
        reject: (reason) => reject(ctx, id, reason),
      }
    );
  },
  async material(ctx, id, version) {
    const submission = await waiting(ctx, id, version);
    const round = submission && (await findRound(ctx.db, submission.roundId));
    if (!round || !isPublicStory(round.story.facts)) return null;
    return {
      title: round.story.published.title,
      texts: [
        { field: 'chapter_title', text: submission.title! },
        { field: 'summary', text: submission.summary! },
        { field: 'content', text: textWithAddresses(await enteredText(ctx.db, id)) },
      ],
      coverKey: null,
      language: round.rules.language,
    };
  },
  async rivalsOf({ db }, moderatorId) {
    const rows = await db
      .selectFrom('submissions as e')
      .innerJoin('rounds as r', 'r.id', 'e.round_id')
      .innerJoin('stories as s', 's.id', 'e.story_id')
      .where('e.author_id', '<>', moderatorId)
      .where('r.status', '<>', 'completed')
      // The creator of the story may enter all of its rounds.
      .where((eb) =>
        eb.or([
          eb('s.creator_id', '=', moderatorId),
          eb.exists(
            eb
              .selectFrom('submissions as own')
              .select('own.id')
              .whereRef('own.round_id', '=', 'e.round_id')
              .where('own.author_id', '=', moderatorId),
          ),
        ]),
      )
      .select('e.id')
      .execute();
    return rows.map((row) => row.id);
  },
};

function approve(ctx: Ctx, id: string): Promise<void> {
  return decide(ctx, id, async (round, submission) => {
    // An entry that is approved during voting joins the ballot.
    const ballotAt = round.times.status === 'voting' ? round.now : null;
    const actorId = ctx.actor?.id ?? null;
    await moveSubmission(ctx.db, submission, 'approve', { actorId }, { ballot_at: ballotAt });
    await becomeJudge(ctx, round);
    await notifyEntry(ctx, round, submission, 'entry_approved');
  });
}

function reject(ctx: Ctx, id: string, reason: string): Promise<void> {
  return decide(ctx, id, async (round, submission) => {
    const by = { actorId: ctx.actor?.id ?? null, reason };
    await moveSubmission(ctx.db, submission, 'reject', by, { reason });
    await becomeJudge(ctx, round);
    await notifyEntry(ctx, round, submission, 'entry_rejected', reason);
  });
}

/** Applies a decision about an entry under the locks of its round. This may advance the round. */
async function decide(
  ctx: Ctx,
  id: string,
  work: (round: RoundRecord, submission: SubmissionRecord) => Promise<void>,
): Promise<void> {
  const known = await findSubmission(ctx.db, id);
  const round = known && (await lockUpToDate(ctx, known.roundId));
  const submission = round && (await findSubmission(ctx.db, id));
  if (!submission) return;
  await work(round, submission);
  await lockUpToDate(ctx, round.id);
  await invalidateCacheTags(ctx, storyTag(round.story.id));
}

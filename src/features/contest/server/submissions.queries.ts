import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { nextPlace } from '#features/chapters/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf } from '#platform/db/keyset.ts';
import type { EntryEditorData, OwnSubmission, SubmissionView } from '../contract.ts';
import { canEnter } from '../model/contest-policy.ts';
import { nextMoment } from '../model/round-clock.ts';
import { entryFacts } from './entry-facts.ts';
import { selectOwnEntries, toOwnEntry } from './own-entries.ts';
import { toRoundView } from './round-views.ts';
import { findRound, findRounds } from './rounds.repo.ts';
import { toSubmissionView } from './submission-views.ts';
import { findOwnSubmission, findSubmission } from './submissions.repo.ts';

/** Returns the data for the entry editor. Throws round_not_found, also for a round of another story. */
export async function getEntryEditor(ctx: Ctx, input: { storyId: string; roundId: string }): Promise<EntryEditorData> {
  const round = await findRound(ctx.db, input.roundId);
  if (!round || round.story.id !== input.storyId || !isPublicStory(round.story.facts))
    throw new AppError('round_not_found');
  const { story, rules } = round;
  const submission = await findOwnSubmission(ctx.db, round.id, memberOf(ctx).id);
  const decision = canEnter(ctx.actor, await entryFacts(ctx, round));
  const { number, before } = await nextPlace(ctx, story);
  return {
    round: await toRoundView(ctx, round),
    story: {
      id: story.id,
      title: story.published.title,
      mode: story.mode,
      language: rules.language,
      minUnits: rules.minUnits,
      maxUnits: rules.maxUnits,
      isPublished: true,
    },
    submission: submission && (await toSubmissionView(ctx, round, submission)),
    canEnter: decision.ok,
    refusal: decision.ok ? null : decision.code,
    number,
    before,
  };
}

/** Returns one of the caller’s entries. Throws submission_not_found, also for another member’s entry. */
export async function getSubmission(ctx: Ctx, input: { submissionId: string }): Promise<SubmissionView> {
  const submission = await findSubmission(ctx.db, input.submissionId);
  const round = submission && (await findRound(ctx.db, submission.roundId));
  if (!round || submission.authorId !== memberOf(ctx).id || round.story.facts.deleted)
    throw new AppError('submission_not_found');
  return toSubmissionView(ctx, round, submission);
}

/** Returns the caller’s entries, newest first. Ids aren’t in this order, so the cursor is the time of creation. */
export async function listOwnSubmissions(
  ctx: Ctx,
  input: { storyId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<OwnSubmission>> {
  let query = selectOwnEntries(ctx.db, memberOf(ctx).id)
    .innerJoin('stories as s', 's.id', 'e.story_id')
    .innerJoin('rounds as r', 'r.id', 'e.round_id')
    .where('s.deleted_at', 'is', null)
    .select(['e.votes', 's.id as story_id', 's.title as story_title', 's.language', 'r.id as round_id', 'r.winner_id']);
  if (input.storyId) query = query.where('e.story_id', '=', input.storyId);
  const before = momentCursor(input.cursor);
  if (before) query = query.where('e.created_at', '<', before);
  const rows = await query
    .orderBy('e.created_at', 'desc')
    .limit(input.limit + 1)
    .execute();
  const page = keysetPageOf(
    rows,
    input.limit,
    (row) => row,
    (row) => String(row.created_at.getTime()),
  );
  const rounds = await findRounds(
    ctx.db,
    page.items.map((row) => row.round_id),
  );
  const items: OwnSubmission[] = [];
  for (const row of page.items) {
    const round = rounds.get(row.round_id)!;
    items.push({
      ...toOwnEntry(row),
      storyId: row.story_id,
      storyTitle: row.story_title ?? '',
      language: row.language!,
      roundId: row.round_id,
      roundNumber: round.number,
      roundStatus: round.current.status,
      phaseEndsAt: nextMoment(round.current, round.now)?.toISOString() ?? null,
      votes: row.votes,
      isWinner: row.winner_id === row.id,
    });
  }
  return { items, next: page.next };
}

function momentCursor(cursor: string | undefined): Date | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
  return new Date(Number(cursor));
}

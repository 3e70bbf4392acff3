import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { missingChapterFields } from '#features/chapters/model/chapter-fields.ts';
import { type ChapterDocument, EMPTY_DOCUMENT } from '#features/chapters/model/document.ts';
import { beginSubmissionText, keepAsSubmitted, lockText } from '#features/chapters/server/index.ts';
import { requestReview, withdrawReview } from '#features/moderation/server/index.ts';
import { joinOpen } from '#features/participation/server/index.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { SubmissionView } from '../contract.ts';
import { canEnter, canSubmitEntry, canWithdrawEntry } from '../model/contest-policy.ts';
import { lockUpToDate } from './advance.ts';
import { entryFacts, ownEntryFacts } from './entry-facts.ts';
import { holdRound, type RoundRecord } from './rounds.repo.ts';
import { toSubmissionView } from './submission-views.ts';
import {
  findOwnSubmission,
  findSubmission,
  insertSubmission,
  keepEnteredText,
  lockSubmission,
  moveSubmission,
  type SubmissionRecord,
} from './submissions.repo.ts';

/** Creates an entry, or returns the existing one. Joins the story if joining is open. */
export async function createSubmission(
  ctx: Ctx,
  input: {
    roundId: string;
    title?: string | undefined;
    summary?: string | undefined;
    content?: { document: ChapterDocument } | undefined;
  },
): Promise<SubmissionView> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const round = await lockUpToDate(inner, input.roundId);
    if (!round) throw new AppError('round_not_found');
    const begun = await findOwnSubmission(inner.db, round.id, actor.id);
    if (begun) return toSubmissionView(inner, round, begun);
    const facts = await entryFacts(inner, round);
    authorize(canEnter(actor, facts));
    if (!facts.isParticipant) await joinOpen(inner, round.story.id);
    const chapterId = await beginSubmissionText(inner, round.story.id, {
      title: input.title ?? '',
      summary: input.summary ?? '',
      document: input.content?.document ?? EMPTY_DOCUMENT,
    });
    const entry = { roundId: round.id, storyId: round.story.id, authorId: actor.id, chapterId };
    const id = await insertSubmission(inner.db, entry);
    return toSubmissionView(inner, round, (await findSubmission(inner.db, id))!);
  });
}

/**
 * Locks the submission, and its round against transitions. Other members can submit at the same time. Throws
 * submission_not_found.
 */
async function lockEntry(ctx: Ctx, submissionId: string): Promise<[RoundRecord, SubmissionRecord]> {
  const known = await findSubmission(ctx.db, submissionId);
  const round = known && (await holdRound(ctx.db, known.roundId));
  const submission = round && (await lockSubmission(ctx.db, submissionId));
  if (!submission) throw new AppError('submission_not_found');
  return [round, submission];
}

/**
 * Submits the draft to review and enters it in the round, replacing an earlier version. It counts if it is submitted
 * before the deadline, however late the review is. Throws invalid_input if fields are missing, and save_changes_first
 * if the server has a newer version.
 */
export async function submitSubmission(
  ctx: Ctx,
  input: { submissionId: string; version?: number | undefined },
): Promise<SubmissionView> {
  return inTransaction(ctx, async (inner) => {
    const [round, submission] = await lockEntry(inner, input.submissionId);
    authorize(canSubmitEntry(ctx.actor, await ownEntryFacts(inner, round, submission)));
    const { copy } = await lockText(inner, submission.chapterId);
    if (input.version !== undefined && input.version !== copy.version) throw new AppError('save_changes_first');
    const stands = submission.status === 'pending' || submission.status === 'approved';
    // Submitting the same version again would only make it later than other entries.
    if (stands && submission.version === copy.version) return toSubmissionView(inner, round, submission);
    const { title, summary, units, document, version } = copy;
    const { language } = round.rules;
    const fields = missingChapterFields({ title, summary, units }, round.rules, language);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
    await withdrawReview(inner, 'submission', submission.id);
    const entered = { version, title, summary, units, submitted_at: round.now, ballot_at: null, reason: null };
    await moveSubmission(inner.db, submission, 'submit', { actorId: submission.authorId }, entered);
    await keepEnteredText(inner.db, submission.id, document);
    await keepAsSubmitted(inner, submission.chapterId);
    await requestReview(inner, {
      kind: 'submission',
      subjectId: submission.id,
      storyId: round.story.id,
      authorId: submission.authorId,
      version,
      isEdit: false,
      language,
      title,
    });
    return changedView(inner, round, submission.id);
  });
}

/** Withdraws the entry while the round is open for entries. Its text stays a draft. */
export async function withdrawSubmission(ctx: Ctx, input: { submissionId: string }): Promise<SubmissionView> {
  return inTransaction(ctx, async (inner) => {
    const [round, submission] = await lockEntry(inner, input.submissionId);
    authorize(canWithdrawEntry(ctx.actor, await ownEntryFacts(inner, round, submission)));
    await withdrawReview(inner, 'submission', submission.id);
    await moveSubmission(inner.db, submission, 'withdraw', { actorId: submission.authorId });
    return changedView(inner, round, submission.id);
  });
}

/** Returns the entry after a change, and invalidates the pages of its story. */
async function changedView(ctx: Ctx, round: RoundRecord, submissionId: string): Promise<SubmissionView> {
  await invalidateCacheTags(ctx, storyTag(round.story.id));
  return toSubmissionView(ctx, round, (await findSubmission(ctx.db, submissionId))!);
}

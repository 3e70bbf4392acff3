import { sql } from 'kysely';
import { submitChapter } from '#features/chapters/server/submission.service.ts';
import { submitSubmission } from '#features/contest/server/submissions.service.ts';
import type { SubjectKind } from '#features/moderation/model/review-status.ts';
import { approveAutomatically } from '#features/moderation/server/reviews.service.ts';
import { submitStory } from '#features/stories/server/stories.service.ts';
import type { Ctx, Deps } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { memberCtx } from './members.ts';

// Submissions are approved in the same transaction, without the automatic check. For tests that don’t test reviews,
// because the automatic check takes most of the time of a publication.

/** Submits a story with its first chapter, or its edit, and publishes it. */
export function publishStory(deps: Deps, author: { id: string }, storyId: string): Promise<void> {
  return submitAndApprove(deps, author, 'story', storyId, (ctx) => submitStory(ctx, { storyId }));
}

/** Submits a chapter, or its edit, and approves it. It’s published once the chapters before it are. */
export function publishChapter(
  deps: Deps,
  author: { id: string },
  chapterId: string,
  options: { nextAuthorId?: string } = {},
): Promise<void> {
  return submitAndApprove(deps, author, 'chapter', chapterId, (ctx) => submitChapter(ctx, { chapterId, ...options }));
}

/** Submits an entry to its round and approves it. */
export function publishEntry(deps: Deps, author: { id: string }, submissionId: string): Promise<void> {
  return submitAndApprove(deps, author, 'submission', submissionId, (ctx) => submitSubmission(ctx, { submissionId }));
}

function submitAndApprove(
  deps: Deps,
  author: { id: string },
  kind: SubjectKind,
  subjectId: string,
  submit: (ctx: Ctx) => Promise<unknown>,
): Promise<void> {
  return inTransaction(memberCtx(deps, author), async (ctx) => {
    await submit(ctx);
    const { id } = await ctx.db
      .selectFrom('reviews')
      .select('id')
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('state', '=', 'automatic')
      .executeTakeFirstOrThrow();
    await sql`delete from graphile_worker._private_jobs where payload->>'reviewId' = ${id}`.execute(ctx.db);
    await approveAutomatically({ ...ctx, actor: null }, id);
  });
}

import type { AccountEffects } from '#features/accounts/server/index.ts';
import { freeBranchesOf } from '#features/branch/server/index.ts';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { dropEntriesOf, settleContestsOf } from '#features/contest/server/index.ts';
import { withdrawOfMember } from '#features/participation/server/index.ts';
import { passTurnsOf, settleRelaysOf } from '#features/relay/server/index.ts';
import { redrawCovers } from '#features/stories/server/index.ts';
import { releaseReviewsOf, withdrawTranslationsOf } from '#features/translation/server/index.ts';
import { enqueue } from '#platform/jobs/jobs.ts';

/** What the features do when something happens to an account. */
export const accountEffects: AccountEffects = {
  renamed: (ctx, accountId) => enqueue(ctx, redrawCovers, { accountId }, { key: `redraw ${accountId}` }),
  // Whoever is restricted holds nothing that others wait for: no turn, no answer, no review.
  async restricted(ctx: ChapterCtx, accountId) {
    await withdrawOfMember(ctx, accountId);
    await passTurnsOf(ctx, accountId);
    await freeBranchesOf(ctx, accountId);
    await dropEntriesOf(ctx, accountId);
    await releaseReviewsOf(ctx, accountId);
    await withdrawTranslationsOf(ctx, accountId);
  },
  async lifted(ctx: ChapterCtx, accountId) {
    await settleRelaysOf(ctx, accountId);
    await settleContestsOf(ctx, accountId);
  },
};

import type { AccountEffects } from '#features/accounts/server/index.ts';
import { freeBranchesOf } from '#features/branch/server/index.ts';
import { dropEntriesOf, settleContestsOf } from '#features/contest/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { activeRestriction, whyRestricted } from '#features/moderation/server/index.ts';
import { withdrawOfMember } from '#features/participation/server/index.ts';
import { advanceTurnsOf, reconcileTurnsOf } from '#features/relay/server/index.ts';
import { redrawCovers } from '#features/stories/server/index.ts';
import { releaseReviewsOf, withdrawTranslationsOf } from '#features/translation/server/index.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { previewDeletion } from './erasure/deletion-preview.ts';
import { eraseWorkOf } from './erasure/erase.ts';
import { exportOf } from './erasure/export-files.ts';

/** Hooks that run in the features when something happens to an account. */
export const accountEffects: AccountEffects = {
  renamed: (ctx, accountId) => enqueue(ctx, redrawCovers, { accountId }, { key: `redraw ${accountId}` }),
  // A restricted member must not block others, so they keep no turn, request, reservation, entry or review.
  async restricted(ctx, accountId) {
    await withdrawOfMember(ctx, accountId);
    await advanceTurnsOf(ctx, accountId);
    await freeBranchesOf(ctx, accountId);
    await dropEntriesOf(ctx, accountId);
    await releaseReviewsOf(ctx, accountId);
    await withdrawTranslationsOf(ctx, accountId);
  },
  // Their entries and translations stay until the account is erased.
  async leaving(ctx, accountId) {
    await withdrawOfMember(ctx, accountId);
    await advanceTurnsOf(ctx, accountId);
    await freeBranchesOf(ctx, accountId);
    await releaseReviewsOf(ctx, accountId);
  },
  async erase(ctx, deletingMember) {
    await accountEffects.restricted(ctx, deletingMember.id);
    await eraseWorkOf(ctx, deletingMember);
  },
  deletionPreview: previewDeletion,
  exportOf,
  exportReady: (ctx, to) => notify(ctx, { to, type: 'system_notice', params: { about: 'export_ready' } }),
  async lifted(ctx, accountId) {
    await reconcileTurnsOf(ctx, accountId);
    await settleContestsOf(ctx, accountId);
  },
  whyRestricted,
  activeRestriction,
};

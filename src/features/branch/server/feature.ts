import { bindMode } from '#features/chapters/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { branchModel } from '../model/mode.ts';
import { branchRoutes } from './branch.routes.ts';
import { branchMode, freeBranchesOf, leaveBranches } from './branch-mode.ts';
import { reservation } from './branch-needs.ts';
import { dropExpiredReservations } from './reservations.repo.ts';
import { tables } from './tables.ts';

const free = (ctx: Ctx, { accountId }: { accountId: string }) => freeBranchesOf(ctx, accountId);

export const branch = serverFeature({
  name: 'branch',
  routes: branchRoutes,
  everyHour: { dropExpiredReservations },
  on: {
    'account.restricted': free,
    'account.deletion_requested': free,
    'participant.left': leaveBranches,
  },
  contributes: {
    tables,
    modes: { branch: bindMode(branchMode) },
    modeModels: { branch: branchModel },
    needs: { reservation },
  },
});

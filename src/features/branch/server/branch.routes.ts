import { handle } from '#platform/http/pipeline.ts';
import { branchApi } from '../contract.ts';
import { getContinuations, getTree, listPath } from './branch.queries.ts';
import type { BranchCtx } from './branch-ctx.ts';
import { releaseReservation, reserve } from './reservations.service.ts';

export const branchRoutes = [
  handle(branchApi.tree, getTree),
  handle(branchApi.continuations, getContinuations),
  handle(branchApi.path, listPath),
  handle<typeof branchApi.reserve, BranchCtx>(branchApi.reserve, reserve),
  handle<typeof branchApi.release, BranchCtx>(branchApi.release, releaseReservation),
];

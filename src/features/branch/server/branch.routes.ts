import { handle } from '#platform/http/pipeline.ts';
import { branchApi } from '../contract.ts';
import { getContinuations, getTree, listPath } from './branch.queries.ts';
import { releaseReservation, reserve } from './reservations.service.ts';

export const branchRoutes = [
  handle(branchApi.tree, getTree),
  handle(branchApi.continuations, getContinuations),
  handle(branchApi.path, listPath),
  handle(branchApi.reserve, reserve),
  handle(branchApi.release, releaseReservation),
];

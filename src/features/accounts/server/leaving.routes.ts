import { handle } from '#platform/http/pipeline.ts';
import { leavingApi } from '../contract-leaving.ts';
import type { AccountCtx } from './account-ctx.ts';
import { requestExport } from './export.service.ts';
import { cancelDeletion, deleteAccount, getLeaving } from './leaving.service.ts';

export const leavingRoutes = [
  handle<typeof leavingApi.leaving, AccountCtx>(leavingApi.leaving, getLeaving),
  handle<typeof leavingApi.deleteAccount, AccountCtx>(leavingApi.deleteAccount, deleteAccount),
  handle(leavingApi.cancelDeletion, cancelDeletion),
  handle(leavingApi.export, requestExport),
];

import { handle } from '#platform/http/pipeline.ts';
import { leavingApi } from '../contract-account-deletion.ts';
import type { AccountCtx } from './account-ctx.ts';
import { cancelDeletion, deleteAccount, getLeaving } from './account-deletion.service.ts';
import { requestExport } from './export.service.ts';

export const leavingRoutes = [
  handle<typeof leavingApi.leaving, AccountCtx>(leavingApi.leaving, getLeaving),
  handle<typeof leavingApi.deleteAccount, AccountCtx>(leavingApi.deleteAccount, deleteAccount),
  handle(leavingApi.cancelDeletion, cancelDeletion),
  handle(leavingApi.export, requestExport),
];

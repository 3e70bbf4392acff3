import { handle } from '#platform/http/pipeline.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import type { AccountCtx } from './account-ctx.ts';
import { cancelDeletion, deleteAccount, getDeletionPreview } from './account-deletion.service.ts';
import { requestExport } from './export.service.ts';

export const accountDeletionRoutes = [
  handle<typeof accountDeletionApi.preview, AccountCtx>(accountDeletionApi.preview, getDeletionPreview),
  handle<typeof accountDeletionApi.deleteAccount, AccountCtx>(accountDeletionApi.deleteAccount, deleteAccount),
  handle(accountDeletionApi.cancelDeletion, cancelDeletion),
  handle(accountDeletionApi.export, requestExport),
];

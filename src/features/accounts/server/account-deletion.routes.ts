import { handle } from '#platform/http/pipeline.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { cancelDeletion, deleteAccount, getDeletionPreview } from './account-deletion.service.ts';
import { requestExport } from './export.service.ts';
import { exportAddress } from './export-address.ts';

export const accountDeletionRoutes = [
  handle(accountDeletionApi.preview, getDeletionPreview),
  handle(accountDeletionApi.deleteAccount, deleteAccount),
  handle(accountDeletionApi.cancelDeletion, cancelDeletion),
  handle(accountDeletionApi.export, requestExport),
  handle(accountDeletionApi.exportAddress, exportAddress),
];

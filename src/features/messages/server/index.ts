export { rewriteReason } from './former-names.repo.ts';
export { findNewer } from './messages.service.ts';
export { type NotifyCtx, notify, settleNotices } from './notify.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

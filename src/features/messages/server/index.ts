export { rewriteReason } from './former-names.repo.ts';
export { findNewer, notify, notifyAll } from './messages.service.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

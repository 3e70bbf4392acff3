export { forgetName, rewriteReason } from './former-names.repo.ts';
export { messageRoutes } from './messages.routes.ts';
export { findNewer, notify, notifyAll } from './messages.service.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

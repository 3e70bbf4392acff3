export { forgetName } from './former-names.ts';
export { messageRoutes } from './messages.routes.ts';
export { findNewer, notify, notifyAll } from './messages.service.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

export { messageRoutes } from './messages.routes.ts';
export { notify } from './messages.service.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

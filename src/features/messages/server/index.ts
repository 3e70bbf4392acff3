export { messageRoutes } from './messages.routes.ts';
export { notify } from './messages.service.ts';

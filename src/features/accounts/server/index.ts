export { accountMailJob } from './account-mail.job.ts';
export { accountRoutes } from './accounts.routes.ts';
export { dropExpiredAccountRows } from './expiry.ts';
export { type AccountEffects, userTag } from './profile.service.ts';
export { findAccountId, restrictAccount, setRole } from './restriction.service.ts';
export { identify } from './sessions.service.ts';

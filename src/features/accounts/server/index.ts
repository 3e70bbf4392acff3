export type { AccountCtx, AccountEffects } from './account-ctx.ts';
export { accountMailJob } from './account-mail.job.ts';
export { accountRoutes } from './accounts.routes.ts';
export { dropExpiredAccountRows } from './expiry.ts';
export { holdMember } from './hold-member.ts';
export { userTag } from './profile.service.ts';
export { endSuspensions, findAccountId, restrictAccount, setRole } from './restriction.service.ts';
export { findActor, identify } from './sessions.service.ts';

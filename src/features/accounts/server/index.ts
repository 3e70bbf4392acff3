export type { AccountEffects, DeletingMember, ExportFile } from './account-ctx.ts';
export { accountDeletionRoutes } from './account-deletion.routes.ts';
export { lockCaller } from './account-locks.ts';
export { accountMailJob } from './account-mail.job.ts';
export { accountRawRoutes } from './accounts.raw-routes.ts';
export { findAccount, rolesOf } from './accounts.repo.ts';
export { accountRoutes } from './accounts.routes.ts';
export { type Erased, erasedListOf, readErased } from './erased-list.ts';
export { eraseLeavers, erasureJob } from './erasure.ts';
export { dropExpiredAccountRows } from './expiry.repo.ts';
export { dropOldExports, exportJob } from './export.service.ts';
export { accountStaysJob } from './keep-account.ts';
export { profileTag, requireShownMember } from './profile.service.ts';
export { planErasures } from './restored-erasures.repo.ts';
export {
  endSuspensions,
  findAccountId,
  isKeptOut,
  mailAccount,
  restrictAccount,
  setRole,
} from './restriction.service.ts';
export { findActor, identify, identifyRestricted } from './sessions.service.ts';
export { userTag } from './user-tag.ts';

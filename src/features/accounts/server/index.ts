export { lockCaller } from './account-locks.ts';
export type { RestrictionRecord } from './account-ports.ts';
export { findAccount, isErased, rolesOf } from './accounts.repo.ts';
export {
  type Erased,
  erasedListOf,
  readErased,
  readErasedList,
  sitesWithErasedList,
  storeErased,
  writeErasedList,
} from './erased-list.ts';
export { eraseDueAccounts } from './erasure.ts';
export { type DeletingMember, namesRemover, onBehalfOf } from './erasure-steps.ts';
export { endFailedExports } from './export.service.ts';
export type { ExportFile } from './export-files.ts';
export { exportedPage, fileName } from './export-page.ts';
export { deleteEveryExport } from './exports.repo.ts';
export { removeFactors } from './factors/remove-factors.ts';
export { countOldTotpSecrets } from './factors/totp-secret.ts';
export { makeFirstAdministratorLink } from './first-administrator.service.ts';
export { listProblems } from './operator-problems.repo.ts';
export { reportProblem } from './operator-problems.ts';
export { shareCores } from './password-hash.ts';
export { extensionOf } from './picture-files.ts';
export { profileTag, requireShownMember } from './profile.service.ts';
export { deleteOpenWays, endOpenWays, planErasures } from './restored-erasures.repo.ts';
export { findAccountId, isKeptOut, mailAccount, restrictAccount, setRole } from './restriction.service.ts';
export { findActor, identify, identifyRestricted } from './sessions.service.ts';
export { makeToken, parseToken, provesToken } from './tokens.ts';
export { userTag } from './user-tag.ts';

export { withCurrentNames } from './current-names.queries.ts';
export { rewriteReason } from './former-names.repo.ts';
export { kindOf, targetOf } from './kinds.ts';
export { wordsOf } from './message-text.ts';
export { findNewer } from './messages.service.ts';
export type { WrittenNotice } from './notice-ports.ts';
export { type NotifyCtx, notify, settleNotices } from './notify.ts';
export { findRequestMessage, settleRequest } from './requests.service.ts';

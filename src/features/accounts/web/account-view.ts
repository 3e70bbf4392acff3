import type { AccountDraft, AccountView } from './login-request.ts';

/** What each view of the dialog around accounts works with. */
export interface ViewProps {
  draft: AccountDraft;
  change: (part: Partial<AccountDraft>) => void;
  show: (view: AccountView | 'login') => void;
}

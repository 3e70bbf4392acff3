import type { AccountDraft, AccountView } from './login-request.ts';

/** Props of each view of the account dialog. */
export interface ViewProps {
  draft: AccountDraft;
  change: (part: Partial<AccountDraft>) => void;
  show: (view: AccountView | 'login') => void;
}

import type { AccountDraft, AccountRequest, AccountView } from './login-request.ts';

/** Props of each view of the account dialog. */
export interface ViewProps {
  draft: AccountDraft;
  change: (part: Partial<AccountDraft>) => void;
  show: (view: AccountView | 'login') => void;
  /** Why the dialog was opened. */
  request: AccountRequest;
  /** Secret of the sign-up that is waiting for its email, with which it asks whether that was confirmed. */
  waiting: string | null;
  onSignedUp: (waiting: string) => void;
  close: () => void;
}

/** Views of the dialog around accounts. The log-in form is none of them: it stands in the page (login/login-form.ts). */
export type AccountView = 'register' | 'register_tips' | 'forgot_password' | 'reset_password_tips';

/** Why somebody is asked to log in; the form says it, and leads back to the act. */
export type LoginReason = 'write' | 'join' | 'report' | 'feedback' | 'read_on' | 'messages' | 'vote';

/** What was typed; it survives a change of view. */
export interface AccountDraft {
  email: string;
  password: string;
  terms: boolean;
}

export interface LoginRequest {
  reason?: LoginReason;
  /** Called once logged in: offers what was wished for; it does nothing by itself. */
  after?: () => void;
  draft?: Partial<AccountDraft>;
}

/** What the log-in form asks of the dialog: another view, which takes over what was typed. */
export interface AccountRequest extends LoginRequest {
  view: AccountView;
  /** True when the registration mail has just been sent again. */
  isSentAgain?: boolean;
  /** Called when the dialog is about to open. Returns what was typed by then. */
  onReady?: () => Partial<AccountDraft>;
  /** Called when it cannot be loaded. */
  onFailed?: () => void;
}

const ACCOUNT_ASKED = 'skein:account';

/** Asks React for the dialog. It must be awake. */
export function askForAccountDialog(request: AccountRequest): void {
  dispatchEvent(new CustomEvent(ACCOUNT_ASKED, { detail: request }));
}

/** Calls back when the dialog is asked for, until the function that it returns is called. */
export function onAccountAsked(callback: (request: AccountRequest) => void): () => void {
  const listener = (event: Event) => callback((event as CustomEvent<AccountRequest>).detail);
  addEventListener(ACCOUNT_ASKED, listener);
  return () => removeEventListener(ACCOUNT_ASKED, listener);
}

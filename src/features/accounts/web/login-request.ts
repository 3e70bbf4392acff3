import type { LoginReason } from '#web/boot/login.ts';

/** Views of the account dialog. The login form isn’t one of them: it is part of the page (login/login-form.ts). */
export type AccountView =
  | 'register'
  | 'register_tips'
  | 'confirmed'
  | 'forgot_password'
  | 'reset_password_tips'
  | 'second_step'
  | 'passkey';

declare module '#web/boot/login.ts' {
  interface LoginReasons {
    write: true;
    join: true;
    report: true;
    feedback: true;
    read_on: true;
    messages: true;
    vote: true;
    thank: true;
  }
}

/** What was typed. It is kept when the view changes. */
export interface AccountDraft {
  email: string;
  password: string;
  terms: boolean;
}

/** Answer to a login that takes a second step: its token, and which ways the member has. */
export interface SecondStep {
  token: string;
  totp: boolean;
  passkey: boolean;
  recoveryCode: boolean;
  /** Whether the member can choose that this device takes no second step for a while. */
  offersTrust: boolean;
}

/** Returns what a call was answered with if it takes a second step, otherwise null. */
export function secondStepOf(error: unknown): SecondStep | null {
  const { code, details } = error as { code?: unknown; details?: Record<string, unknown> };
  if (code !== 'second_step' || typeof details?.token !== 'string') return null;
  const { token, totp, passkey, recoveryCode, offersTrust } = details;
  return {
    token,
    totp: totp === true,
    passkey: passkey === true,
    recoveryCode: recoveryCode === true,
    offersTrust: offersTrust === true,
  };
}

export interface LoginRequest {
  reason?: LoginReason;
  /** What the visitor wants to do, as `kind:id`. It survives signing up in whichever browser opens the email. */
  wish?: string | undefined;
  /** Called after login. It offers the intended action, but doesn’t perform it. */
  after?: () => void;
  draft?: Partial<AccountDraft>;
}

/** Request of the login form to open the account dialog in another view, with what was typed. */
export interface AccountRequest extends LoginRequest {
  view: AccountView;
  /** True if the sign-up email has just been sent again. */
  isSentAgain?: boolean;
  /** What the first step of a login was answered with, for the view of the second one. */
  secondStep?: SecondStep;
  /** Called just before the dialog opens. Returns what has been typed so far. */
  onReady?: () => Partial<AccountDraft>;
  /** Called if the dialog can’t be loaded. */
  onFailed?: () => void;
}

const ACCOUNT_ASKED = 'skein:account';

/** Asks React to open the dialog. React must have hydrated. */
export function askForAccountDialog(request: AccountRequest): void {
  dispatchEvent(new CustomEvent(ACCOUNT_ASKED, { detail: request }));
}

/** Subscribes to requests for the dialog. Returns the function that unsubscribes. */
export function onAccountAsked(callback: (request: AccountRequest) => void): () => void {
  const listener = (event: Event) => callback((event as CustomEvent<AccountRequest>).detail);
  addEventListener(ACCOUNT_ASKED, listener);
  return () => removeEventListener(ACCOUNT_ASKED, listener);
}

import type { Tokens } from '../contract.ts';
import type { LoginView } from './login-context.tsx';

/** What was typed; it survives a change of view. */
export interface LoginDraft {
  email: string;
  password: string;
  terms: boolean;
}

/** What each view of the sign-in dialog works with. */
export interface ViewProps {
  draft: LoginDraft;
  change: (part: Partial<LoginDraft>) => void;
  show: (view: LoginView) => void;
  signedIn: (tokens: Tokens) => void;
  close: () => void;
}

import { createContext, use } from 'react';

export type LoginView = 'login' | 'register' | 'register_tips' | 'forgot_password' | 'reset_password_tips';

/** Why somebody is asked to sign in; the dialog says it, and leads back to the act. */
export type LoginWish = 'write' | 'join' | 'report' | 'feedback' | 'read_on' | 'messages' | 'vote';

export interface LoginRequest {
  view?: LoginView;
  wish?: LoginWish;
  /** Called once signed in: offers what was wished for; it does nothing by itself. */
  after?: () => void;
}

export const LoginContext = createContext<(request?: LoginRequest) => void>(() => {});

/** Opens the sign-in dialog, which is fetched when it is wanted. */
export function useLogin(): (request?: LoginRequest) => void {
  return use(LoginContext);
}

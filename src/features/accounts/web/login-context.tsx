import { createContext, use } from 'react';
import { refreshToken } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.tsx';

export type LoginView = 'login' | 'register' | 'register_tips' | 'forgot_password' | 'reset_password_tips';

/** Why somebody is asked to sign in; the dialog says it, and leads back to the act. */
export type LoginReason = 'write' | 'join' | 'report' | 'feedback' | 'read_on' | 'messages' | 'vote';

export interface LoginRequest {
  view?: LoginView;
  reason?: LoginReason;
  /** Called once signed in: offers what was wished for; it does nothing by itself. */
  after?: () => void;
}

export const LoginContext = createContext<(request?: LoginRequest) => void>(() => {});

/** Opens the sign-in dialog, which is fetched when it is wanted. */
export function useLogin(): (request?: LoginRequest) => void {
  return use(LoginContext);
}

/** For what members alone may do: does it for them, and lets visitors log in first. */
export function useAsMember(reason: LoginReason): (act: () => void) => void {
  const t = useT();
  const openLogin = useLogin();
  return (act) => {
    // Asked at the press: one that came before React was there is pressed again before members are known as such.
    if (refreshToken() !== null) return act();
    toast(t('common.login_first'));
    openLogin({ reason, after: act });
  };
}

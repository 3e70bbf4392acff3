import { createContext, use } from 'react';
import { refreshToken } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import type { AccountView, LoginReason, LoginRequest } from './login-request.ts';

type OpenLogin = (request?: LoginRequest & { view?: AccountView }) => void;

export const LoginContext = createContext<OpenLogin>(() => {});

/** Returns a function that opens the log-in form, or a view of the account dialog. */
export function useLogin(): OpenLogin {
  return use(LoginContext);
}

/** For what members alone may do: does it for them, and lets visitors log in first. */
export function useAsMember(): (reason: LoginReason, act: () => void) => void {
  const t = useT();
  const openLogin = useLogin();
  return (reason, act) => {
    // Asked at the press: one that came before React was there is pressed again before members are known as such.
    if (refreshToken() !== null) return act();
    toast(t('common.login_first'));
    openLogin({ reason, after: act });
  };
}

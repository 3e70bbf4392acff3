import { createContext, use } from 'react';
import { refreshToken } from '#web/api/session.ts';
import type { LoginReason } from '#web/boot/login.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import type { AccountView, LoginRequest, SecondStep } from './login-request.ts';

export type OpenLogin = (request?: LoginRequest & { view?: AccountView; secondStep?: SecondStep }) => void;

export const LoginContext = createContext<OpenLogin>(() => {});

/** Returns a function that opens the login form, or a view of the account dialog. */
export function useLogin(): OpenLogin {
  return use(LoginContext);
}

/** Returns a function that performs a members-only action, or asks visitors to log in first. */
export function useAsMember(): (reason: LoginReason, act: () => void, wish?: string) => void {
  const t = useT();
  const openLogin = useLogin();
  return (reason, act, wish) => {
    // Checked when the button is pressed: a press before hydration is replayed before React knows that the user is
    // logged in.
    if (refreshToken() !== null) return act();
    toast(t('common.login_first'));
    openLogin({ reason, wish, after: act });
  };
}

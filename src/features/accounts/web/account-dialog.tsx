import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlainKey } from '#core/messages.ts';
import type { LoginReason } from '#web/boot/login.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ViewProps } from './account-view.ts';
import { Confirmed } from './confirmed.tsx';
import { noteRequest } from './cooldown.ts';
import { ForgotForm } from './forgot-form.tsx';
import { useLogin } from './login-context.tsx';
import type { AccountDraft, AccountRequest, AccountView } from './login-request.ts';
import { RegisterTips, ResetTips } from './mail-tips.tsx';
import { PasskeyLogin } from './passkey-step.tsx';
import { RegisterForm } from './register-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';

const TITLES = {
  register: 'accounts.create_account_title',
  register_tips: 'accounts.look_in_mail',
  confirmed: 'accounts.confirmed',
  forgot_password: 'accounts.reset_title',
  reset_password_tips: 'accounts.look_in_mail',
  second_step: 'accounts.second_step',
  passkey: 'accounts.passkey_login',
} as const satisfies Record<AccountView, PlainKey>;

const VIEWS: Record<AccountView, (props: ViewProps) => ReactNode> = {
  register: RegisterForm,
  register_tips: RegisterTips,
  confirmed: Confirmed,
  forgot_password: ForgotForm,
  reset_password_tips: ResetTips,
  second_step: SecondStepForm,
  passkey: PasskeyLogin,
};

/** Title of the sign-up form when it opens for a specific action. */
const SIGN_UP_TITLES: { readonly [Reason in LoginReason]?: PlainKey } = {
  write: 'accounts.sign_up_write',
  join: 'accounts.sign_up_join',
  report: 'accounts.sign_up_report',
  feedback: 'accounts.sign_up_feedback',
  read_on: 'accounts.sign_up_read_on',
  vote: 'accounts.sign_up_vote',
  thank: 'accounts.sign_up_thank',
};

function titleOf(view: AccountView, reason: LoginReason | undefined): PlainKey {
  return (view === 'register' && reason && SIGN_UP_TITLES[reason]) || TITLES[view];
}

/** The views of the account dialog (spec §2) other than the login form. Shows one of them at a time. */
export function AccountDialog({ request, onClose }: { request: AccountRequest; onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const openLogin = useLogin();
  const [view, setView] = useState(request.view);
  const [draft, setDraft] = useState<AccountDraft>({ email: '', password: '', terms: false, ...request.draft });
  const change = (part: Partial<AccountDraft>) => setDraft((before) => ({ ...before, ...part }));
  const [waiting, setWaiting] = useState<string | null>(null);
  const { isSentAgain } = request;
  useEffect(() => {
    if (isSentAgain) noteRequest('resend');
  }, [isSentAgain]);
  const show: ViewProps['show'] = (next) => {
    if (next !== 'login') return setView(next);
    // Closes before the form opens. The focus is then back on the opener of this dialog, and the form can return it.
    flushSync(onClose);
    const { reason, wish, after } = request;
    // The sign-up may have been confirmed by another person than the one at this browser, who types the password.
    const typed = view === 'confirmed' ? { ...draft, password: '' } : draft;
    openLogin({ draft: typed, wish, ...(reason ? { reason } : {}), ...(after ? { after } : {}) });
  };
  const View = VIEWS[view];
  return (
    <Dialog title={t(titleOf(view, request.reason))} fill onClose={onClose}>
      <View {...{ draft, change, show, request, waiting }} onSignedUp={setWaiting} close={onClose} />
    </Dialog>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ViewProps } from './account-view.ts';
import { noteRequest } from './cooldown.ts';
import { ForgotForm } from './forgot-form.tsx';
import { useLogin } from './login-context.tsx';
import type { AccountDraft, AccountRequest, AccountView } from './login-request.ts';
import { RegisterTips, ResetTips } from './mail-tips.tsx';
import { RegisterForm } from './register-form.tsx';

const TITLES = {
  register: 'accounts.create_account_title',
  register_tips: 'accounts.look_in_mail',
  forgot_password: 'accounts.reset_title',
  reset_password_tips: 'accounts.look_in_mail',
} as const satisfies Record<AccountView, PlainKey>;

const VIEWS: Record<AccountView, (props: ViewProps) => ReactNode> = {
  register: RegisterForm,
  register_tips: RegisterTips,
  forgot_password: ForgotForm,
  reset_password_tips: ResetTips,
};

/** The views of the account dialog (spec §2) other than the login form. Shows one of the four at a time. */
export function AccountDialog({ request, onClose }: { request: AccountRequest; onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const openLogin = useLogin();
  const [view, setView] = useState(request.view);
  const [draft, setDraft] = useState<AccountDraft>({ email: '', password: '', terms: false, ...request.draft });
  const change = (part: Partial<AccountDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { isSentAgain } = request;
  useEffect(() => {
    if (isSentAgain) noteRequest('resend');
  }, [isSentAgain]);
  const show: ViewProps['show'] = (next) => {
    if (next !== 'login') return setView(next);
    // Closes before the form opens. The focus is then back on the opener of this dialog, and the form can return it.
    flushSync(onClose);
    const { reason, after } = request;
    openLogin({ draft, ...(reason ? { reason } : {}), ...(after ? { after } : {}) });
  };
  const View = VIEWS[view];
  return (
    <Dialog title={t(TITLES[view])} fill onClose={onClose}>
      <View draft={draft} change={change} show={show} />
    </Dialog>
  );
}

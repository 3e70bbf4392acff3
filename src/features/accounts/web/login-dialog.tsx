import { type ReactNode, useState } from 'react';
import type { MessageKey } from '#core/messages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { enter } from './enter.ts';
import { ForgotForm } from './forgot-form.tsx';
import type { LoginReason, LoginRequest, LoginView } from './login-context.tsx';
import { LoginForm } from './login-form.tsx';
import type { LoginDraft, ViewProps } from './login-view.ts';
import { RegisterTips, ResetTips } from './mail-tips.tsx';
import { RegisterForm } from './register-form.tsx';

const REASONS: Record<LoginReason, MessageKey> = {
  write: 'accounts.reason_write',
  join: 'accounts.reason_join',
  report: 'accounts.reason_report',
  feedback: 'accounts.reason_feedback',
  read_on: 'accounts.reason_read_on',
  messages: 'accounts.reason_messages',
  vote: 'accounts.reason_vote',
};

const TITLES: Record<Exclude<LoginView, 'login'>, MessageKey> = {
  register: 'accounts.create_account_title',
  register_tips: 'accounts.look_in_mail',
  forgot_password: 'accounts.reset_title',
  reset_password_tips: 'accounts.look_in_mail',
};

const VIEWS: Record<LoginView, (props: ViewProps) => ReactNode> = {
  login: LoginForm,
  register: RegisterForm,
  register_tips: RegisterTips,
  forgot_password: ForgotForm,
  reset_password_tips: ResetTips,
};

/** The sign-in dialog of spec §2: five views, one of which is shown. */
export function LoginDialog({ request, onClose }: { request: LoginRequest; onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const find = useFind('accounts');
  const [view, setView] = useState<LoginView>(request.view ?? 'login');
  const [draft, setDraft] = useState<LoginDraft>({ email: '', password: '', terms: false });
  const change = (part: Partial<LoginDraft>) => setDraft((before) => ({ ...before, ...part }));
  const signedIn: ViewProps['signedIn'] = (tokens) => {
    enter(tokens);
    onClose();
    toast(tokens.accountKept ? t('accounts.account_kept') : t('loginModal.login_success'));
    request.after?.();
  };
  const key = view === 'login' ? (request.reason ? REASONS[request.reason] : 'common.log_in') : TITLES[view];
  const View = VIEWS[view];
  return (
    <Dialog title={find(key) ?? ''} fill onClose={onClose}>
      {view === 'login' && request.reason && <p className={styles.why}>{t('accounts.then_back')}</p>}
      <View draft={draft} change={change} show={setView} signedIn={signedIn} close={onClose} />
    </Dialog>
  );
}

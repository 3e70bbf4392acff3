import { useEffect, useRef, useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { dropTokens } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useHref } from '#web/ui/link.tsx';
import { accountApi, type Connection } from '../contract.ts';
import type { Provider } from '../model/connections.ts';
import { email as emailRule } from '../model/identity.ts';
import { newPassword } from '../model/password.ts';
import styles from './account.module.css';
import { cleanAddress } from './clean-address.ts';
import { useLogin } from './login-context.tsx';
import { NewPasswordField } from './password-field.tsx';
import { ResetConnections } from './reset-connections.tsx';
import { Failure } from './view-parts.tsx';

/** Seconds until the home page opens (spec §9). */
const REDIRECT_AFTER = 5;

const RULES = { email: emailRule, password: newPassword };

function takeToken(): string | null {
  return new URLSearchParams(location.search).get('token') || null;
}

function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'link_invalid' || error.fields.token !== undefined);
}

/** Sets a new password with an emailed link. Doesn’t log the user in (spec §2). */
export function ResetPasswordForm() {
  // The form needs `proof` only once its link is checked, and loading it then would suspend the whole page.
  const t = useT('errors', 'proof');
  const [token] = useState(takeToken);
  const [state, setState] = useState<'choosing' | 'refused' | 'done'>('choosing');
  const [connections, setConnections] = useState<readonly Connection[]>([]);
  useEffect(() => cleanAddress(), []);
  useEffect(() => {
    if (!token) return;
    // Ignores other errors, since the form may still work. A late response must not replace the success message.
    call(accountApi.checkResetLink, { token }).then(
      (link) => setConnections(link.connections),
      (error) => {
        if (isLinkRefused(error)) setState((now) => (now === 'done' ? now : 'refused'));
      },
    );
  }, [token]);
  if (state === 'done') return <Done />;
  if (state === 'refused') return <NoLink failure={t('error.link_invalid')} />;
  return token ? <Choose token={token} connections={connections} onDone={() => setState('done')} /> : <NoLink />;
}

function Choose({
  token,
  connections,
  onDone,
}: {
  token: string;
  connections: readonly Connection[];
  onDone: () => void;
}) {
  const t = useT('accounts', 'errors');
  const openLogin = useLogin();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState<Provider[]>([]);
  const [isSpent, setIsSpent] = useState(false);
  const { fields, failure, isBusy, submit } = useApiForm({
    rules: RULES,
    values: { email, password },
    send: async (sent) => {
      await call(accountApi.resetPassword, { ...sent, keep }, { query: { token } });
      // All sessions have ended, including one that this browser may have had.
      dropTokens();
      onDone();
    },
    failed: (error) => setIsSpent(isLinkRefused(error)),
  });

  return (
    <section className={styles.page}>
      <h1>{t('accounts.choose_password')}</h1>
      <p className={styles.why}>{t('accounts.choose_password_why')}</p>
      <Failure text={failure}>
        {isSpent && (
          <>
            <p className="small">{t('accounts.link_or_email')}</p>
            <Button small onClick={() => openLogin({ view: 'forgot_password' })}>
              {t('accounts.ask_new_link')}
            </Button>
          </>
        )}
      </Failure>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          {...fields.of('email')}
          label={t('accounts.email_of_account')}
          type="email"
          autoComplete="username"
          placeholder={t('accounts.email_example')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <NewPasswordField
          {...fields.of('password')}
          label={t('accounts.new_password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ResetConnections connections={connections} keep={keep} onChange={setKeep} />
        <Button kind="primary" type="submit" className={styles.across} busy={isBusy}>
          {t('accounts.save_password')}
        </Button>
      </form>
    </section>
  );
}

/** Shown if the page was opened without a link, or with one that is no longer valid. */
function NoLink({ failure }: { failure?: string }) {
  const t = useT('accounts');
  const openLogin = useLogin();
  return (
    <section className={styles.page}>
      <h1>{t('accounts.choose_password')}</h1>
      {failure ? <p role="alert">{failure}</p> : <p>{t('accounts.link_missing')}</p>}
      <div>
        <Button kind="primary" onClick={() => openLogin({ view: 'forgot_password' })}>
          {t('accounts.ask_new_link')}
        </Button>
      </div>
    </section>
  );
}

function Done() {
  const t = useT('accounts');
  const href = useHref();
  const home = href('/');
  const [left, setLeft] = useState(REDIRECT_AFTER);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) leaveFor(home);
  }, [left, home]);
  return (
    <section className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t('accounts.password_saved')}
      </h1>
      <p role="status">{t('accounts.password_saved_text', { seconds: REDIRECT_AFTER })}</p>
      <p aria-hidden="true" className={styles.count}>
        {t('accounts.home_in', { seconds: Math.max(0, left) })}
      </p>
      <div>
        <Button kind="primary" onClick={() => leaveFor(home)}>
          {t('accounts.go_now')}
        </Button>
      </div>
    </section>
  );
}

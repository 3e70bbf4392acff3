import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { accountApi } from '../contract.ts';
import { LOGIN_PASSWORD_HINT } from '../model/account-limits.ts';
import { email as emailField, normaliseEmail } from '../model/identity.ts';
import { givenPassword } from '../model/password.ts';
import styles from './account.module.css';
import { GoogleWay } from './google-way.tsx';
import { useHumanCheck } from './human-check/human-check.ts';
import { PersonCheck } from './human-check/person-check.tsx';
import type { ViewProps } from './login-view.ts';
import { PasswordField } from './password-field.tsx';
import { announceRestriction } from './restriction.ts';
import { useMailRequest } from './use-mail-request.ts';
import { Failure, SendAgain } from './view-parts.tsx';

const SCHEMAS = { email: emailField, password: givenPassword };

export function LoginForm({ draft, change, show, signedIn, close }: ViewProps) {
  const t = useT('accounts', 'errors');
  const errorText = useErrorText();
  const fields = useFields(SCHEMAS, draft);
  const [check, checkState] = useHumanCheck('login');
  const resend = useMailRequest('resend');
  const [failure, setFailure] = useState<string | null>(null);
  const [isUnverified, setIsUnverified] = useState(false);
  const [isHinted, setIsHinted] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isFilled = draft.email.trim() !== '' && draft.password !== '';

  // It starts by itself, so that it is mostly over before it would be noticed.
  const { phase } = checkState;
  useEffect(() => {
    if (isFilled && phase === 'idle') check.answer().catch(() => {});
  }, [isFilled, phase, check]);

  const refused = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null;
    if (error instanceof ApiError && code === 'banned') {
      announceRestriction(error.details);
      close();
    } else if (!fields.refuse(error)) {
      setIsUnverified(code === 'email_not_verified');
      setFailure(errorText(error));
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsHinted(true);
    setIsUnverified(false);
    setFailure(null);
    if (!fields.check()) return;
    setBusy(true);
    try {
      const response = await check.answer();
      const { email, password } = draft;
      const answer = response === undefined ? {} : { cfTurnstileResponse: response };
      const tokens = await call(accountApi.login, { email, password, platform: 'web', ...answer }).finally(() =>
        check.spend(),
      );
      signedIn(tokens);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };

  const sendVerification = async () => {
    if (await resend.send(normaliseEmail(draft.email))) show('register_tips');
  };

  const isShort = isHinted && draft.password !== '' && [...draft.password].length < LOGIN_PASSWORD_HINT;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <GoogleWay />
      <Failure text={failure}>
        {isUnverified && (
          <SendAgain small request={resend} onSend={sendVerification} label={t('accounts.send_verification')} />
        )}
      </Failure>
      <Failure text={resend.failure} />
      <TextField
        {...fields.of('email')}
        label={t('accounts.email')}
        type="email"
        autoComplete="username"
        placeholder={t('accounts.email_example')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <PasswordField
        {...fields.of('password')}
        label={t('accounts.password')}
        autoComplete="current-password"
        value={draft.password}
        help={isShort ? t('field.password_hint', { min: LOGIN_PASSWORD_HINT }) : undefined}
        aside={<TextButton onClick={() => show('forgot_password')}>{t('accounts.forgot')}</TextButton>}
        onChange={(event) => change({ password: event.target.value })}
      />
      {(checkState.slow || phase === 'failed') && <PersonCheck check={check} state={checkState} due />}
      <Button kind="primary" type="submit" className={styles.across} busy={busy}>
        {t('common.log_in')}
      </Button>
      <p>
        {t('accounts.new_here')}{' '}
        <TextButton onClick={() => show('register')}>{t('accounts.create_account_title')}</TextButton>
      </p>
    </form>
  );
}

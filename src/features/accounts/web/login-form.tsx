import { useEffect, useRef, useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { accountApi } from '../contract.ts';
import { LOGIN_PASSWORD_HINT } from '../model/account-limits.ts';
import { email as emailField, normaliseEmail } from '../model/identity.ts';
import { givenPassword } from '../model/password.ts';
import styles from './account.module.css';
import { GoogleWay } from './google-login.tsx';
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
  const [check, checkState] = useHumanCheck('login');
  const resend = useMailRequest('resend');
  const [isUnverified, setIsUnverified] = useState(false);
  const [isHinted, setIsHinted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isFilled = draft.email.trim() !== '' && draft.password !== '';

  // It starts by itself, so that it is mostly over before it would be noticed.
  const { phase } = checkState;
  useEffect(() => {
    if (isFilled && phase === 'idle') check.answer().catch(() => {});
  }, [isFilled, phase, check]);

  const { fields, failure, isBusy, submit } = useApiForm({
    schemas: SCHEMAS,
    values: draft,
    send: async ({ email, password }) => {
      const response = await check.answer();
      const answer = response === undefined ? {} : { cfTurnstileResponse: response };
      const tokens = await call(accountApi.login, { email, password, platform: 'web', ...answer }).finally(() =>
        check.spend(),
      );
      signedIn(tokens);
    },
    refused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'banned') return false;
      announceRestriction(error.details);
      close();
      return true;
    },
    failed: (error) => {
      setIsUnverified(error instanceof ApiError && error.code === 'email_not_verified');
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    },
  });

  const sendVerification = async () => {
    if (await resend.send(normaliseEmail(draft.email))) show('register_tips');
  };

  const isShort = isHinted && draft.password !== '' && [...draft.password].length < LOGIN_PASSWORD_HINT;
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        setIsHinted(true);
        void submit(event);
      }}
    >
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
      <Button kind="primary" type="submit" className={styles.across} busy={isBusy}>
        {t('common.log_in')}
      </Button>
      <p>
        {t('accounts.new_here')}{' '}
        <TextButton onClick={() => show('register')}>{t('accounts.create_account_title')}</TextButton>
      </p>
    </form>
  );
}

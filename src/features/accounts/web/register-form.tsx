import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFields } from '#web/api/use-fields.ts';
import { Sentence, useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { accountApi } from '../contract.ts';
import { email as emailField } from '../model/identity.ts';
import { newPassword } from '../model/password.ts';
import styles from './account.module.css';
import { noteRequest } from './cooldown.ts';
import { GoogleWay } from './google-way.tsx';
import { useHumanCheck } from './human-check/human-check.ts';
import { PersonCheck } from './human-check/person-check.tsx';
import type { ViewProps } from './login-view.ts';
import { NewPasswordField } from './password-field.tsx';
import { Failure } from './view-parts.tsx';

const SCHEMAS = { email: emailField, password: newPassword };

/** Begins an account. It can be sent once the terms are accepted; the check appears when all above it is right (spec §4). */
export function RegisterForm({ draft, change, show }: ViewProps) {
  const t = useT('accounts', 'errors');
  const find = useFind('errors');
  const errorText = useErrorText();
  const fields = useFields(SCHEMAS, draft);
  const [check, checkState] = useHumanCheck('register');
  const [checkError, setCheckError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const checkButton = useRef<HTMLButtonElement>(null);

  const isDue = fields.isRight && draft.terms;
  const { phase } = checkState;
  useEffect(() => {
    if (isDue && phase === 'idle') void check.prepare();
  }, [isDue, phase, check]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setCheckError(undefined);
    if (!fields.check()) return;
    if (phase !== 'not_asked' && phase !== 'running' && phase !== 'done') {
      setCheckError(find('error.please_complete_verification') ?? '');
      return checkButton.current?.focus();
    }
    setBusy(true);
    try {
      const response = await check.answer();
      const { email, password } = draft;
      const answer = response === undefined ? {} : { cfTurnstileResponse: response };
      await call(accountApi.register, { email, password, terms: true, platform: 'web', ...answer }).finally(() =>
        check.spend(),
      );
      noteRequest('resend');
      show('register_tips');
    } catch (error) {
      if (!fields.refuse(error)) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.why}>{t('accounts.register_why')}</p>
      <GoogleWay />
      <Failure text={failure} />
      <TextField
        {...fields.of('email')}
        label={t('accounts.email')}
        type="email"
        autoComplete="email"
        placeholder={t('accounts.email_example')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <NewPasswordField
        {...fields.of('password')}
        label={t('accounts.password')}
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <CheckField
        name="terms"
        required
        checked={draft.terms}
        onChange={(event) => change({ terms: event.target.checked })}
      >
        <Sentence
          id="accounts.terms"
          parts={['accounts']}
          wraps={{
            link: (text) => (
              <Link to="/agreement/user" target="_blank">
                {text}
                <span className="hide"> ({t('accounts.new_tab')})</span>
              </Link>
            ),
          }}
        />
      </CheckField>
      <PersonCheck ref={checkButton} check={check} state={checkState} due={isDue} error={checkError} />
      <Button kind="primary" type="submit" className={styles.across} disabled={!draft.terms} busy={busy}>
        {t('accounts.create_account')}
      </Button>
      <p>
        {t('accounts.already_member')} <TextButton onClick={() => show('login')}>{t('common.log_in')}</TextButton>
      </p>
    </form>
  );
}

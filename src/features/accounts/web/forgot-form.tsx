import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFields } from '#web/api/use-fields.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { email as emailField } from '../model/identity.ts';
import styles from './account.module.css';
import { useHumanCheck } from './human-check/human-check.ts';
import { PersonCheck } from './human-check/person-check.tsx';
import type { ViewProps } from './login-view.ts';
import { useMailRequest } from './use-mail-request.ts';
import { Failure } from './view-parts.tsx';

const SCHEMAS = { email: emailField };

/** Asks for a link to set a new password; once a minute, also after the page was loaded anew (spec §5). */
export function ForgotForm({ draft, change, show }: ViewProps) {
  const t = useT('accounts', 'errors');
  const find = useFind('errors');
  const fields = useFields(SCHEMAS, draft);
  const [check, checkState] = useHumanCheck('reset');
  const request = useMailRequest('reset');
  const [checkError, setCheckError] = useState<string | undefined>();
  const checkButton = useRef<HTMLButtonElement>(null);

  const isDue = fields.isRight;
  const isWaiting = request.left > 0;
  const { phase } = checkState;
  useEffect(() => {
    if (isDue && phase === 'idle') void check.prepare();
  }, [isDue, phase, check]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting || request.busy) return;
    setCheckError(undefined);
    if (!fields.check()) return;
    if (phase !== 'not_asked' && phase !== 'running' && phase !== 'done') {
      setCheckError(find('error.please_complete_verification') ?? '');
      return checkButton.current?.focus();
    }
    if (await request.send(draft.email)) show('reset_password_tips');
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.why}>{t('accounts.reset_why')}</p>
      <Failure text={request.failure} />
      <TextField
        {...fields.of('email')}
        label={t('accounts.email_of_account')}
        type="email"
        autoComplete="username"
        placeholder={t('accounts.email_example')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <PersonCheck ref={checkButton} check={check} state={checkState} due={isDue} error={checkError} />
      <Button
        kind="primary"
        type="submit"
        className={styles.across}
        busy={request.busy}
        aria-disabled={isWaiting || undefined}
        aria-describedby={isWaiting ? 'reset-pause' : undefined}
      >
        {isWaiting ? t('accounts.send_again_in', { seconds: request.left }) : t('accounts.send_link')}
      </Button>
      {isWaiting && (
        <p id="reset-pause" className="small soft">
          {t('accounts.reset_pause')}
        </p>
      )}
      <p>
        {t('accounts.remembered')} <TextButton onClick={() => show('login')}>{t('common.log_in')}</TextButton>
      </p>
    </form>
  );
}
